import type { LabSources } from '@academy/content/lab-files/file-sources';
import { lockFile } from '@academy/content/lab-files/lock-file';
import type { SourceFiles } from '@academy/content/source-files';
import { workshopFolder } from '@academy/content/workshops/read-workshop';
import type { FetchedLabFiles, LabFilesFetcher } from './fetch-lab-files.ts';
import { lockText, readLock } from './lock.ts';

/** The option of commands that publish or prove labs. */
export const REFRESH_OPTION = {
  type: 'boolean',
  about: 'Take files of labs as their sources are now, and hold them there',
} as const;

/** The lock of a lab: the path in the item, and its text. */
export interface LockWritten {
  file: string;
  text: Uint8Array;
}

export interface HeldLabFiles extends Pick<FetchedLabFiles, 'packs' | 'findings'> {
  /** Null where nothing is held. */
  lock: LockWritten | null;
  /** The lock is not what lies beside the lab. */
  isNew: boolean;
}

/**
 * Fetches the files of a lab at what its lock holds them, and the others as they are now.
 *
 * @param definition its file, for findings
 * @param refresh the lock is passed over
 */
export async function fetchHeld(
  fetcher: LabFilesFetcher,
  sources: LabSources,
  { files, definition, refresh }: { files: SourceFiles; definition: string; refresh: boolean },
): Promise<HeldLabFiles> {
  const file = lockFile(workshopFolder(files) ?? 'workshop');
  const before = refresh ? { lock: [], findings: [] } : readLock(files, file);
  if (before.lock === null) return { packs: [], findings: before.findings, lock: null, isNew: false };
  const { packs, findings, lock } = await fetcher.fetch(sources, definition, before.lock);
  const text = lockText(lock);
  if (text === null) return { packs, findings, lock: null, isNew: false };
  return { packs, findings, lock: { file, text }, isNew: !text.equals(files.get(file) ?? new Uint8Array()) };
}
