import { type ArchiveResult, BuilderBusyError } from '@academy/content/build-in-worker';
import type { ItemOptions } from '@academy/content/pack';
import type { StorableResult } from '@academy/content/storable-item';
import { AcademyError } from '@academy/contract/errors';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { StoreProblem } from '../file-store/file-store.ts';

export function fatal(file: string, code: string, message: string): Finding {
  return { file, line: 1, severity: 'fatal', code, message };
}

/** Refuses the whole item; the message is its first fatal finding. */
export function refused(findings: Finding[]): AcademyError {
  const [first] = findings.filter((one) => one.severity === 'fatal');
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return new AcademyError('content-refused', {
    ...(first === undefined ? {} : { message: `${first.file}:${first.line}: ${first.message}${more}` }),
    data: { findings },
  });
}

/** Refuses an archive that cannot be unpacked within the rules. */
function unusable({ code, message }: { code: string; message: string }): AcademyError {
  return code === 'archive-too-large'
    ? new AcademyError('too-large', { message })
    : new AcademyError('content-refused', { message, data: { findings: [] } });
}

export type Rendered = Extract<StorableResult, { refused: false }>;

/**
 * What came out of a build that is acceptable: a rendered item, or that the archive was not built because it is unchanged
 * or was not to be rendered.
 *
 * @throws AcademyError for an archive that cannot be used, holds another item, or has findings that refuse it
 */
export function acceptedOf(
  { kind, id, strict }: { kind: ContentKind; id: string; strict: boolean },
  result: ArchiveResult,
): 'unchanged' | 'changed' | { rendered: Rendered; options: ItemOptions } {
  if (result.outcome === 'unusable') throw unusable(result);
  if (result.outcome === 'mistaken')
    throw new AcademyError('invalid-input', {
      field: 'id',
      message: `the archive holds ${result.kind} "${result.id}", the address names ${kind} "${id}"`,
    });
  if (result.outcome !== 'built') return result.outcome;
  const { built, options } = result;
  if (built.refused || (strict && built.findings.length > 0)) throw refused(built.findings);
  if (built.item.id !== id) {
    const message = `the item is called "${built.item.id}", it was sent as "${id}"`;
    throw refused([...built.findings, fatal(options.file, 'id-mismatch', message)]);
  }
  return { rendered: built, options };
}

/** Refuses because of a publish since the author's copy was made. Versions count from 1; 0 means "not published". */
export function versionConflict(current: number, base: number): AcademyError {
  const named = (version: number) => (version === 0 ? 'not published' : `version ${version}`);
  const message = `The academy has ${named(current)} of this item, your copy is based on ${named(base)}. Look at the history.`;
  return new AcademyError('version-conflict', { message, data: { current, base } });
}

/** The content store does not take the files of an item; the problem is in the log. */
export function withoutStore(error: unknown, log: (problem: StoreProblem) => void): never {
  if (!(error instanceof StoreProblem)) throw error;
  log(error);
  throw new StoreAwayError();
}

/** The content store did not take the files of an item. */
export class StoreAwayError extends AcademyError {
  constructor() {
    const message = 'The content store does not answer. Nothing was changed. Try again later.';
    super('unavailable', { message, retryAfter: 30 });
  }
}

/** Too many jobs wait for the worker. */
export function overloaded(error: unknown): never {
  throw error instanceof BuilderBusyError ? new AcademyError('unavailable') : error;
}
