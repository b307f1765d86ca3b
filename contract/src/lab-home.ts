import * as v from 'valibot';

/** Larger files are neither shown as text nor compared, bytes. */
export const LAB_TEXT_BYTES = 200_000;

/** What is kept of what a learner changed in the home folder of a lab in a sandbox. */
export const LAB_CHANGES_LIMITS = {
  /** Bytes of all files together, each counted with one kilobyte more. */
  bytes: 10 * 1024 * 1024,
  /** Changed, added and deleted files and folders. */
  entries: 5_000,
  /** A folder for what builds and package managers make (`CACHE_FOLDERS`) is kept while it has no more files than this. */
  cacheFiles: 200,
  /** And no more bytes. */
  cacheBytes: 256 * 1024,
} as const;

/** Names of folders for what builds and package managers make. */
export const CACHE_FOLDERS = ['node_modules', 'target', 'build', '.gradle'] as const;

/** Most entries of a folder that are listed. */
export const LAB_FOLDER_ENTRIES = 2_000;

/** What is in a folder of a home folder. */
export interface LabEntry {
  name: string;
  kind: 'folder' | 'file' | 'link';
}

/** A file that differs from the start of the lab. */
export interface LabChange {
  path: string;
  how: 'added' | 'changed' | 'deleted';
  kind: LabEntry['kind'];
  /** Bytes of a file. */
  size: number;
  /** False: it is more than a lab can keep, and is gone when the lab ends. */
  isKept: boolean;
}

/** All that differs. */
export interface LabChanges {
  changes: LabChange[];
  /** There are more, which are not kept. */
  isCut: boolean;
}

/** What a file holds: a text, or why it is not shown. */
export type LabFileText = { text: string } | { why: 'missing' | 'binary' | 'large'; size: number };

/** A path of a folder of the home folder; empty for the home folder itself. */
export const LabFolderSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check((path) => path === '' || path.split('/').every((name) => !['', '.', '..'].includes(name))),
);
