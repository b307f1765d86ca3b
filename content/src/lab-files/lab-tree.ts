import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';
import type { FileSource } from './file-sources.ts';
import { pathGlob } from './path-globs.ts';

/** A file or symbolic link of a tree. */
export type LabEntry = { kind: 'file'; bytes: Uint8Array; executable: boolean } | { kind: 'link'; target: string };

/** Files and links by path: relative, `/` as separator. Folders are those of their paths. */
export type LabTree = Map<string, LabEntry>;

/** What a path is, for checks that need no bytes. */
export type NamedEntry = { kind: 'file'; size: number } | { kind: 'link'; target: string };

/** Why files cannot be used; the message is the rest of a sentence about their source. */
export class FilesRefused extends Error {}

/** Licences of a source stay whatever its globs say. */
const LEGAL = [
  '{LICENSE,LICENCE,License,Licence}{,.md,.txt,.rst}',
  '{COPYRIGHT,Copyright}{,.md,.txt,.rst}',
  '{NOTICE,Notice}{,.md,.txt,.rst}',
];

/**
 * The files that a source asks for: those of its globs, then those below its new root.
 *
 * @throws FilesRefused when nothing is left
 */
export function chosenFiles(
  tree: LabTree,
  {
    includePaths,
    excludePaths,
    legalPaths,
    newRootPath,
  }: Pick<FileSource, 'includePaths' | 'excludePaths' | 'legalPaths' | 'newRootPath'>,
): LabTree {
  const [included, excluded, legal] = [includePaths, excludePaths, legalPaths ?? LEGAL].map(anyOf);
  const isChosen = (path: string) =>
    ((includePaths.length === 0 || included?.(path) === true) && excluded?.(path) !== true) || legal?.(path) === true;
  const left = new Map([...tree].filter(([path]) => isChosen(path)));
  if (left.size === 0)
    throw new FilesRefused(
      tree.size === 0 ? 'has no files' : 'has no file that "includePaths" and "excludePaths" let through',
    );
  const root = rootOf(newRootPath ?? '.');
  if (root === '') return left;
  const moved = [...left].flatMap(([path, entry]): [string, LabEntry][] =>
    path.startsWith(`${root}/`) ? [[path.slice(root.length + 1), entry]] : [],
  );
  if (moved.length === 0) throw new FilesRefused(`has no folder "${root}" that "newRootPath" names`);
  return new Map(moved);
}

function anyOf(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(pathGlob);
  return (path) => tests.some((fits) => fits(path));
}

function rootOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new FilesRefused('has a "newRootPath" that leaves it');
  return parts.join('/');
}

/**
 * Refuses names that could reach outside of the tree, or that not every machine can hold, and more than a lab may
 * bring.
 *
 * @throws FilesRefused
 */
export function checkNames(entries: ReadonlyMap<string, NamedEntry>): void {
  if (entries.size > LAB_FILES_LIMITS.files)
    throw new FilesRefused(`has more than ${LAB_FILES_LIMITS.files.toLocaleString('en-US')} files`);
  let bytes = 0;
  const folded = new Map<string, string>();
  for (const [path, entry] of entries) {
    checkPath(path);
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const name = parts.slice(0, length).join('/');
      const before = folded.get(fold(name));
      if (before !== undefined && before !== name)
        throw new FilesRefused(`has "${before}" and "${name}", which are one file on some machines`);
      folded.set(fold(name), name);
      if (length < parts.length && entries.has(name))
        throw new FilesRefused(`has "${path}" below "${name}", which is no folder`);
    }
    if (entry.kind === 'file') bytes += entry.size;
    else checkLink(path, entry.target, entries);
  }
  if (bytes > LAB_FILES_LIMITS.bytes)
    throw new FilesRefused(`has more than ${LAB_FILES_LIMITS.bytes / 1024 / 1024} MB of files`);
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

function checkPath(path: string): void {
  const parts = path.split('/');
  if (path.length > 1_000 || /[\p{Cc}\ufffd\\]/u.test(path) || parts.some((part) => ['', '.', '..'].includes(part)))
    throw new FilesRefused(`has a file "${printable(path)}", whose name cannot be used`);
}

/** Links must lead to something inside of the tree, through other links too. */
function checkLink(path: string, target: string, entries: ReadonlyMap<string, NamedEntry>): void {
  let place = resolved(path, target);
  for (let steps = 0; steps < 40; steps += 1) {
    if (place === null) throw new FilesRefused(`has a link "${path}" that leads out of it`);
    const link = firstLink(place, entries);
    if (link === null) {
      if (place === '' || entries.has(place) || hasFolder(place, entries)) return;
      throw new FilesRefused(`has a link "${path}" that leads nowhere`);
    }
    const next = resolved(link.path, link.target);
    place = next === null ? null : [next, link.rest].filter((part) => part !== '').join('/');
  }
  throw new FilesRefused(`has a link "${path}" that leads nowhere`);
}

/** A link's target from the root of the tree; null when it leaves the tree. */
function resolved(path: string, target: string): string | null {
  if (target === '' || target.startsWith('/') || /[\p{Cc}\\]/u.test(target)) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function firstLink(place: string, entries: ReadonlyMap<string, NamedEntry>) {
  const parts = place.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const path = parts.slice(0, length).join('/');
    const entry = entries.get(path);
    if (entry?.kind === 'link') return { path, target: entry.target, rest: parts.slice(length).join('/') };
  }
  return null;
}

function hasFolder(place: string, entries: ReadonlyMap<string, NamedEntry>): boolean {
  for (const path of entries.keys()) if (path.startsWith(`${place}/`)) return true;
  return false;
}

export const printable = (name: string): string => name.slice(0, 120).replace(/[\p{Cc}\ufffd]/gu, '?');
