import type { FindingList } from './finding-list.ts';
import type { RenderContext } from './markdown/context.ts';
import { renderMarkdown } from './markdown/render.ts';
import type { Rendered, TextForm } from './markdown/rendered.ts';
import { readText } from './read-text.ts';
import type { SourceFiles } from './source-files.ts';
import type { TextSource } from './text-source.ts';

const WORDS_PER_MINUTE = 200;

/** Renders an optional text; null when there is none, or when nothing of it is visible. */
export async function renderText(
  source: TextSource | null,
  form: TextForm,
  context: RenderContext,
): Promise<Rendered | null> {
  if (source === null) return null;
  const rendered = await renderMarkdown(source, form, context);
  return rendered.html === '' ? null : rendered;
}

/** Reading time in minutes, at least 1 for a text. */
export function readingMinutes(text: Rendered | null): number {
  return text === null ? 0 : Math.max(1, Math.round(text.words / WORDS_PER_MINUTE));
}

/**
 * Reads the body of a lesson, guide or page. A required body that is missing is fatal; an empty one gives a finding.
 *
 * @param what the item in words, for the message: `a lesson of type "article"`
 */
export function readBody(
  files: SourceFiles,
  file: string,
  { needed, what }: { needed: boolean; what: string },
  findings: FindingList,
): TextSource | null {
  const body = readText(files, file, findings);
  if (body !== null || !needed) return body;
  if (!files.has(file)) {
    findings.fatal('file-missing', file, 1, `${what} needs its text; create ${file.split('/').at(-1)}`);
  } else {
    findings.warning('text-empty', file, 1, `is empty; ${what} shows no text`);
  }
  return null;
}
