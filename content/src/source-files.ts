import { lstat, opendir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Finding } from '@academy/contract/findings';
import { extensionOf } from './file-names.ts';
import { compare, FindingList } from './finding-list.ts';

/** The files of one item by path: relative to the item's folder, `/` as separator. */
export type SourceFiles = ReadonlyMap<string, Uint8Array>;

/** File types of content. Other files in the folder are ignored. */
const TEXT_EXTENSIONS = new Set(['json', 'md', 'vtt', 'yaml', 'yml', 'toml']);
const PICTURE_EXTENSIONS = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg']);
const OTHER_TEXT = /\.(?:mdx|markdown|mdown|mkd|txt|rst|adoc|MD|JSON)$/;
const OTHER_EXTENSIONS = new Set(['mp4']);

/** Folders of labs and tools: published in other ways, or not at all. */
const LEFT_OUT_FOLDERS = new Set(['workshops', 'labs', 'resources', 'node_modules']);
const LEFT_OUT_FILES = /^(?:readme|licen[sc]e|contributing|code_of_conduct|changelog)(?:\.[a-z]+)?$/i;

const MAX_FOLDER_DEPTH = 12;
/** Files that are open at the same time. */
const READ_AT_ONCE = 32;

export function isTextFile(file: string): boolean {
  return TEXT_EXTENSIONS.has(extensionOf(file));
}

export function isContentFile(file: string): boolean {
  const extension = extensionOf(file);
  return TEXT_EXTENSIONS.has(extension) || PICTURE_EXTENSIONS.has(extension) || OTHER_EXTENSIONS.has(extension);
}

/**
 * Files of a lab besides its pages, whatever their names: tests of its examiner, start-up scripts, exercises and their
 * solution; and pages in AsciiDoc, which are reported.
 */
export function isLabFile(file: string): boolean {
  return /(?:^|\/)(?:(?:workshop\/examiner\/tests|exercises|solution)\/.|workshop\/(?:profile$|(?:setup|profile)\.d\/[^/]+\.sh$|content\/.*\.adoc$))/.test(
    file,
  );
}

/** True for the program of a check, which the lab platform runs. */
const isCheck = (file: string) => /(?:^|\/)workshop\/examiner\/tests\/[^.]+$/.test(file);

/** True for folders that an item never reads, those included whose names are no valid text. */
export function isLeftOutFolder(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT_FOLDERS.has(name) || name.includes('\ufffd');
}

/** Reads one file of a path on disk. */
export type ReadFile = (place: string) => Promise<Uint8Array>;

/**
 * Reads a place on disk; null when nothing is there. Other errors, such as a folder without permission, must not count
 * as absence: items that seem to be gone would be removed by `--prune`.
 *
 * @throws when the place exists and cannot be read
 */
export function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

export interface FolderContent {
  files: SourceFiles;
  /** Texts by their names that are of no type of content: `content.mdx`. */
  others?: string[];
  findings: Finding[];
}

/**
 * Reads the files of one item from its folder. Symbolic links are never followed, sizes are checked before reading, and
 * a file beyond the limits becomes a fatal finding instead of bytes.
 *
 * @param accept filters further; called with the relative path
 */
export async function readFolder(
  root: string,
  accept: (file: string) => boolean = () => true,
  read: ReadFile = readFile,
): Promise<FolderContent> {
  const findings = new FindingList();
  const chosen: { file: string; size: number }[] = [];
  const others: string[] = [];
  await collect(root, '', 0, accept, { chosen, others, findings });
  const from = (file: string) => path.join(root, file);
  return { ...(await readChosen(chosen, (file) => read(from(file)), findings)), others };
}

/**
 * Reads files from several places, whatever their types, under the names that they have in the item; by the same rules as a folder.
 *
 * @param root folder that must contain them, after links are resolved
 */
export async function readParts(
  parts: readonly { file: string; from: string }[],
  root: string,
  read: ReadFile = readFile,
): Promise<FolderContent> {
  const findings = new FindingList();
  const top = await realpath(root);
  const folders = new Map<string, boolean>();
  const isInside = async (from: string) => {
    const folder = path.dirname(from);
    const inside = folders.get(folder) ?? isWithin(await realpath(folder), top);
    folders.set(folder, inside);
    return inside;
  };
  const places = new Map(parts.map(({ file, from }) => [file, from]));
  const chosen: { file: string; size: number }[] = [];
  for (const [file, from] of places) {
    const trouble = pathTrouble(file);
    if (trouble !== null) {
      findings.fatal('path-refused', file, 1, trouble);
      continue;
    }
    if (!(await isInside(from))) {
      findings.fatal('link-refused', file, 1, 'lies behind a symbolic link; put the file itself there');
      continue;
    }
    const known = await lstat(from);
    const tooLarge = sizeTrouble(file, known.size);
    if (!known.isFile()) findings.fatal('link-refused', file, 1, 'is not an ordinary file; put the file itself there');
    else if (tooLarge !== null) findings.fatal('file-too-large', file, 1, tooLarge);
    else {
      chosen.push({ file, size: known.size });
      if (isCheck(file) && process.platform !== 'win32' && (known.mode & 0o111) === 0) {
        const message =
          'cannot be run on the lab platform, where checks must be executable; run chmod +x and commit it';
        findings.warning('lab-check-mode', file, 1, message);
      }
    }
  }
  return readChosen(chosen, (file) => read(places.get(file) ?? ''), findings);
}

/** True for the folder itself and all below it. */
function isWithin(place: string, folder: string): boolean {
  const way = path.relative(folder, place);
  return way === '' || (way.split(path.sep)[0] !== '..' && !path.isAbsolute(way));
}

async function readChosen(
  chosen: { file: string; size: number }[],
  read: ReadFile,
  findings: FindingList,
): Promise<FolderContent> {
  chosen.sort((a, b) => compare(a.file, b.file));
  const files = new Map<string, Uint8Array>();
  let total = 0;
  if (chosen.length > CONTENT_LIMITS.files) {
    const message = `${chosen.length} files; at most ${CONTENT_LIMITS.files} are allowed. Split the item or move files out of its folder`;
    findings.fatal('files-too-many', chosen[0]?.file ?? '.', 1, message);
    return { files, findings: findings.list() };
  }
  const taken: string[] = [];
  for (const { file, size } of chosen) {
    total += size;
    if (total > CONTENT_LIMITS.unpackedBytes) {
      const message = `all files together pass ${megabytes(CONTENT_LIMITS.unpackedBytes)}. Make pictures smaller or split the item`;
      findings.fatal('item-too-large', file, 1, message);
      break;
    }
    taken.push(file);
  }
  for (let at = 0; at < taken.length; at += READ_AT_ONCE) {
    const batch = taken.slice(at, at + READ_AT_ONCE);
    const contents = await Promise.all(batch.map(read));
    for (const [index, file] of batch.entries()) files.set(file, contents[index] ?? new Uint8Array());
  }
  return { files, findings: findings.list() };
}

async function collect(
  root: string,
  folder: string,
  depth: number,
  accept: (file: string) => boolean,
  taken: { chosen: { file: string; size: number }[]; others: string[]; findings: FindingList },
): Promise<void> {
  const { chosen, others, findings } = taken;
  if (depth > MAX_FOLDER_DEPTH) {
    findings.fatal('folder-too-deep', folder, 1, `more than ${MAX_FOLDER_DEPTH} folders inside each other`);
    return;
  }
  for await (const entry of await opendir(path.join(root, folder))) {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || LEFT_OUT_FILES.test(entry.name)) continue;
    // Before opening anything: a name that is no valid text cannot be opened.
    const unusable = pathTrouble(file);
    if (unusable !== null) {
      findings.fatal('path-refused', file, 1, unusable);
      continue;
    }
    if (entry.isDirectory()) {
      if (!isLeftOutFolder(entry.name)) await collect(root, file, depth + 1, accept, taken);
      continue;
    }
    if (entry.isSymbolicLink()) {
      if (LEFT_OUT_FOLDERS.has(entry.name)) continue;
      findings.fatal('link-refused', file, 1, 'is a symbolic link; put the file itself into the folder');
      continue;
    }
    // More files than the limit are refused anyway.
    if (!entry.isFile() || chosen.length > CONTENT_LIMITS.files) continue;
    if (!accept(file)) continue;
    // What is of no type of content is never read, however large it is.
    if (!isContentFile(file)) {
      if (OTHER_TEXT.test(file)) others.push(file);
      continue;
    }
    const size = (await lstat(path.join(root, file))).size;
    const tooLarge = sizeTrouble(file, size);
    if (tooLarge !== null) findings.fatal('file-too-large', file, 1, tooLarge);
    else chosen.push({ file, size });
  }
}

/** Why a file of this size is refused, or null. */
export function sizeTrouble(file: string, size: number): string | null {
  const limit = isTextFile(file) ? CONTENT_LIMITS.textBytes : CONTENT_LIMITS.fileBytes;
  if (size <= limit) return null;
  return `has ${megabytes(size)}; at most ${megabytes(limit)} are allowed. Make it smaller or move it out of the folder`;
}

/** Why a relative path is refused, or null: absolute, leaving the folder, control characters, too long. */
export function pathTrouble(file: string): string | null {
  if (file === '' || file.length > CONTENT_LIMITS.pathLength) {
    return `the path is empty or longer than ${CONTENT_LIMITS.pathLength} characters; shorten it`;
  }
  // Marks that change the direction of writing would show another name than the file has.
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd\\]/u.test(file))
    return 'the path holds control characters or backslashes; rename the file';
  if (file.startsWith('/') || /^[A-Za-z]:/.test(file)) return 'the path is absolute; it must be relative to the item';
  if (file.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'the path leaves the folder or has an empty part';
  }
  return null;
}

function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;
}
