import {
  CACHE_FOLDERS,
  LAB_FOLDER_ENTRIES,
  LAB_TEXT_BYTES,
  type LabChange,
  type LabChanges,
  type LabEntry,
} from '@academy/contract/lab-home';
import { LAB_SNAPSHOT_BYTES, LAB_SNAPSHOT_FILES, LAB_SNAPSHOT_OTHERS, type LabOther } from '@academy/contract/labs';
import type { LabFile } from '../engine-protocol.ts';

/** An entry of a home folder, as the file system has it. */
export interface HomeEntry {
  /** Relative to the home folder. */
  path: string;
  /** Type and permissions, as in `st_mode`. */
  mode: number;
  /** Bytes of a file. */
  size: number;
  /** Seconds since 1970. */
  changedAt?: number;
  /** Where a link leads. */
  target?: string;
}

/** A home folder as snapshots keep it. */
export interface HomeState {
  files: LabFile[];
  others: LabOther[];
  /** Paths of files that are in neither, because they are too large. */
  left: string[];
}

const TYPE = 0o170_000;
const FOLDER = 0o040_000;
const LINK = 0o120_000;
const FILE = 0o100_000;
const PROGRAM = 0o755;
const PLAIN = 0o644;

export const isFolder = ({ mode }: Pick<HomeEntry, 'mode'>): boolean => (mode & TYPE) === FOLDER;
export const isLink = ({ mode }: Pick<HomeEntry, 'mode'>): boolean => (mode & TYPE) === LINK;
export const isFile = ({ mode }: Pick<HomeEntry, 'mode'>): boolean => (mode & TYPE) === FILE;

/** The mode that a text gets when it is written: programs (`#!`) can be run. */
export const usualMode = (text: string): number => (text.startsWith('#!') ? PROGRAM : PLAIN);

/** What editors and lists of files leave alone. */
const IN_GIT = /(?:^|\/)\.git(?:\/|$)/;
const IN_CACHE = new RegExp(`(?:^|/)(?:${CACHE_FOLDERS.map((name) => name.replace('.', '\\.')).join('|')})/`);
/** Characters of JSON around an entry, about. */
const AROUND = 60;
/** The part of a snapshot that others may take: texts come first, and the page and its steps are in it as well. */
const MAX_SUM = LAB_SNAPSHOT_BYTES * 0.9;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of a file; null for what is no text. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes as base64, also many of them. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** @throws DOMException when it is no base64 */
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/**
 * What is kept of a home folder: texts, then everything else as long as it fits, the smallest first and what builds make last.
 *
 * @param read bytes of a file; null when it is gone
 */
export async function homeState(
  entries: readonly HomeEntry[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<HomeState> {
  const files: LabFile[] = [];
  const others: LabOther[] = [];
  const left: string[] = [];
  let sum = 0;
  const hasContent = new Set(entries.map(({ path }) => path.replace(/\/?[^/]*$/, '')));
  for (const entry of inOrder(entries)) {
    const { path, mode, size, target } = entry;
    if (isFolder(entry)) {
      if (!hasContent.has(path)) others.push({ path, mode });
      continue;
    }
    if (isLink(entry)) {
      others.push({ path, mode, data: target ?? '' });
      continue;
    }
    // Pipes and sockets belong to what runs.
    if (!isFile(entry)) continue;
    const bytes = sum + size > MAX_SUM ? null : await read(path);
    if (bytes === null) {
      left.push(path);
      continue;
    }
    const text =
      IN_GIT.test(path) || size > LAB_TEXT_BYTES || files.length >= LAB_SNAPSHOT_FILES ? null : textOf(bytes);
    const data = text === null ? toBase64(bytes) : undefined;
    const cost =
      AROUND + path.length + (text === null ? (data ?? '').length : encoder.encode(JSON.stringify(text)).length);
    if (sum + cost > MAX_SUM || others.length >= LAB_SNAPSHOT_OTHERS) {
      left.push(path);
      continue;
    }
    sum += cost;
    if (text !== null) files.push({ path, text });
    if (data !== undefined) others.push({ path, mode, data });
    else if (text !== null && (mode & 0o777) !== usualMode(text)) others.push({ path, mode });
  }
  return { files: files.sort(byPath), others: others.sort(byPath), left: left.sort() };
}

/** Texts of the learner before objects of Git, small ones before large ones, and what builds make last. */
function inOrder(entries: readonly HomeEntry[]): HomeEntry[] {
  const rank = ({ path }: HomeEntry) => (IN_CACHE.test(path) ? 2 : IN_GIT.test(path) ? 1 : 0);
  return [...entries].sort((a, b) => rank(a) - rank(b) || a.size - b.size);
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** What is in a folder of the home folder. */
export function entriesIn(entries: readonly HomeEntry[], folder: string): { entries: LabEntry[]; isCut: boolean } {
  const before = folder === '' ? '' : `${folder}/`;
  const found = entries.flatMap((entry): LabEntry[] => {
    const name = entry.path.startsWith(before) ? entry.path.slice(before.length) : '/';
    if (name === '' || name.includes('/')) return [];
    return [{ name, kind: kindOf(entry) }];
  });
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries: found.slice(0, LAB_FOLDER_ENTRIES), isCut: found.length > LAB_FOLDER_ENTRIES };
}

const kindOf = (entry: HomeEntry): LabEntry['kind'] => (isFolder(entry) ? 'folder' : isLink(entry) ? 'link' : 'file');

/** What differs from the start of the lab, without what Git writes. */
export function changesSince(
  start: readonly LabFile[],
  entries: readonly HomeEntry[],
  { files, left }: HomeState,
): LabChanges {
  const before = new Map(start.map(({ path, text }) => [path, text]));
  const now = new Map(files.map(({ path, text }) => [path, text]));
  const there = new Set(entries.map(({ path }) => path));
  const isLeft = new Set(left);
  const isFilled = (folder: string) => entries.some(({ path }) => path.startsWith(`${folder}/`));
  const changed = entries.flatMap((entry): LabChange[] => {
    const { path, size } = entry;
    if (IN_GIT.test(path) || (isFolder(entry) && isFilled(path))) return [];
    if (before.has(path) && isFile(entry) && now.get(path) === before.get(path)) return [];
    const how = before.has(path) ? 'changed' : 'added';
    return [{ path, how, kind: kindOf(entry), size: isFile(entry) ? size : 0, isKept: !isLeft.has(path) }];
  });
  const gone = start.flatMap(({ path }): LabChange[] =>
    there.has(path) ? [] : [{ path, how: 'deleted', kind: 'file', size: 0, isKept: true }],
  );
  return { changes: [...changed, ...gone].sort(byPath), isCut: false };
}
