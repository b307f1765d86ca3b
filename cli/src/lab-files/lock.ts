import { type FileSource, lockedAddress } from '@academy/content/lab-files/file-sources';
import type { SourceFiles } from '@academy/content/source-files';
import type { Finding } from '@academy/contract/findings';
import * as v from 'valibot';

const CommitSchema = v.pipe(v.string(), v.regex(/^[a-f\d]{40,64}$/));
const RefSchema = v.pipe(v.string(), v.regex(/^refs\/(?:remotes\/origin|tags)\/[^\s:?*[\\^~]+$/));
const LockedSourceSchema = v.strictObject({
  /** Address of the source. */
  from: v.string(),
  /** Branch, tag, commit or range of versions; empty where the address says all. */
  wants: v.string(),
  /** Commit, digest or tag that it was at. */
  at: v.string(),
  /** Branches and tags of a repository whose history the lab has, and their commits. */
  refs: v.optional(v.record(RefSchema, CommitSchema)),
});
const LockSchema = v.array(LockedSourceSchema);

/** What a source was at when it was first fetched. */
export type LockedSource = v.InferOutput<typeof LockedSourceSchema>;
export type LabLock = readonly LockedSource[];

/**
 * Reads the lock of a lab.
 *
 * @param file its path in `files`
 * @returns an empty lock where there is none; null, with a finding, for one that cannot be read
 */
export function readLock(files: SourceFiles, file: string): { lock: LabLock | null; findings: Finding[] } {
  const bytes = files.get(file);
  if (bytes === undefined) return { lock: [], findings: [] };
  try {
    return { lock: v.parse(LockSchema, JSON.parse(Buffer.from(bytes).toString('utf8'))), findings: [] };
  } catch {
    const message = 'is not as it was written; restore it from git, or write it anew with --refresh-files';
    return { lock: null, findings: [{ file, line: 1, severity: 'fatal', code: 'lab-files-lock', message }] };
  }
}

/** The lock as a file; null where nothing is held. */
export function lockText(lock: LabLock): Buffer | null {
  const sorted = [...lock].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.length === 0 ? null : Buffer.from(`${JSON.stringify(sorted, null, 2)}\n`);
}

/** What a lock says of a source; undefined: nothing. */
export function lockedAs(lock: LabLock, source: FileSource): LockedSource | undefined {
  const asked = lockedAddress(source);
  return asked === null ? undefined : lock.find((one) => keyOf(one) === keyOf(asked));
}

/** The lock with one source more, or with another state of it. */
export function withLocked(lock: LabLock, one: LockedSource): LabLock {
  const before = lock.find((other) => keyOf(other) === keyOf(one));
  // The same source may be named with its history and without.
  const refs = one.refs ?? (before?.at === one.at ? before.refs : undefined);
  return [...lock.filter((other) => other !== before), { ...one, ...(refs === undefined ? {} : { refs }) }];
}

const keyOf = ({ from, wants }: Pick<LockedSource, 'from' | 'wants'>): string => `${from} ${wants}`;
