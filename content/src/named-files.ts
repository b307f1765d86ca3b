import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { isAttachable } from './attachments.ts';
import { FindingList } from './finding-list.ts';
import type { FoundItem } from './found-item.ts';
import { includedFile } from './included-files.ts';
import { type FolderContent, ifThere, type ReadFile, readParts, type SourceFiles } from './source-files.ts';

/** How texts and JSON files name files to download. */
const LINKS: readonly RegExp[] = [
  /\]\(\s*(?:<([^>\n]+)>|([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*))/g,
  /^[ \t]*\[[^\]\n]{1,500}\]:[ \t]*(?:<([^>\n]+)>|(\S+))/gm,
  /\bhref\s*=\s*(?:"([^"\n]+)"|'([^'\n]+)')/gi,
  /"url"\s*:\s*"([^"\n]+)"/g,
];
const FENCES = /^[^`~\n]{0,80}(?:`{3,}|~{3,})([^\n]*\bfile=[^\n]*)$/gm;

/** The files that a text links or includes, as written, without a query or an anchor. */
export function namesIn(text: string): Set<string> {
  const links = LINKS.flatMap((form) => [...text.matchAll(form)].map(([, one, two]) => one ?? two ?? ''));
  const includes = includesIn(text);
  const isPath = (name: string) => name !== '' && !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2}|#)/i.test(name);
  return new Set([...links.map((link) => decoded(link.replace(/[?#].*$/s, ''))), ...includes].filter(isPath));
}

/** The files that fences of a text include, as written. */
export function includesIn(text: string): string[] {
  return [...text.matchAll(FENCES)].flatMap(([, words = '']) => includedFile(words)?.path ?? []);
}

/**
 * Reads the files that an item's texts name and that are not among its files yet: only those below its folder, of the
 * types that readers may get, and within the limits of the item.
 */
export async function readNamedFiles(found: FoundItem, files: SourceFiles, read?: ReadFile): Promise<FolderContent> {
  const parts = new Map<string, string>();
  const places = new Map((found.parts ?? []).map(({ file, from }) => [file, from]));
  for (const [text, bytes] of files) {
    if (!/\.(?:md|json)$/i.test(text)) continue;
    for (const name of namesIn(new TextDecoder().decode(bytes))) {
      const isRooted = name.startsWith('/');
      const file = path.posix.normalize(
        isRooted ? name.replace(/^\/+/, '') : path.posix.join(path.posix.dirname(text), name),
      );
      if (file.startsWith('..') || files.has(file) || parts.has(file) || !isAttachable(file)) continue;
      const near = path.resolve(path.dirname(places.get(text) ?? path.join(found.root, text)), name);
      const from = isRooted ? path.join(found.root, file) : near;
      const known = await ifThere(lstat(from));
      if (known !== null && !known.isDirectory()) parts.set(file, from);
    }
  }
  if (parts.size === 0) return { files: new Map(), findings: [] };
  const named = await readParts(
    [...parts].map(([file, from]) => ({ file, from })),
    found.root,
    read,
  );
  const findings = new FindingList();
  findings.addAll(named.findings);
  const all = [...files.values(), ...named.files.values()];
  const [first = found.file] = named.files.keys();
  if (all.length > CONTENT_LIMITS.files)
    findings.fatal(
      'files-too-many',
      first,
      1,
      `with the files that texts name, more than ${CONTENT_LIMITS.files} files; split the item`,
    );
  if (all.reduce((sum, { byteLength }) => sum + byteLength, 0) > CONTENT_LIMITS.unpackedBytes)
    findings.fatal(
      'item-too-large',
      first,
      1,
      'with the files that texts name, the item is too large; make them smaller or split the item',
    );
  return { files: named.files, findings: findings.list() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
