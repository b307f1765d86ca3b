import { LAB_SNAPSHOT_FILES, LabPathSchema } from '@academy/contract/labs';
import type { LabFile } from '@academy/labs/lab-provider';
import * as v from 'valibot';
import { quoted } from './sandbox-agent.ts';

/** Larger files are not shown in the editor and not stored. */
const MAX_FILE_BYTES = 200_000;
/** Bytes of all files together, which leaves space for the rest of a snapshot. */
const MAX_BYTES = 600_000;

/** Most bytes of a listing. */
export const LISTING_BYTES = 900_000;

/**
 * Script that lists the learner's files: size and path of each, an empty line, then all contents in the same order.
 * Caches of programs (folders whose name begins with a dot, dependencies, builds) are left out.
 */
export const LIST_FILES = `cd "$HOME" || exit 1
find . -mindepth 1 \\( -path './.*' -o -name '.?*' -type d -o -name node_modules -o -name target \\) -prune -o \\
  -type f -size -${MAX_FILE_BYTES}c -printf '%s %P\\0' | sort -z -k 2 | head -z -n ${LAB_SNAPSHOT_FILES} |
  awk -v RS='\\0' '{ sum += $1; if (sum <= ${MAX_BYTES}) printf "%s%c", $0, 0 }' > ${'"$0.list"'}
cat "$0.list"; printf '\\0'
cut -z -d ' ' -f 2- "$0.list" | xargs -0 -r cat --
`;

/**
 * The text files of a listing; other files are left out.
 *
 * @returns null for an inconsistent listing: files have changed meanwhile, or it was forged
 */
export function listedFiles(listing: Buffer): LabFile[] | null {
  const entries: { path: string; size: number }[] = [];
  let at = 0;
  for (;;) {
    const end = listing.indexOf(0, at);
    if (end === -1) return null;
    const [, size = '', path = ''] = /^(\d{1,9}) (.+)$/s.exec(listing.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (path === '') break;
    entries.push({ path, size: Number(size) });
    if (entries.length > LAB_SNAPSHOT_FILES) return null;
  }
  if (entries.reduce((sum, { size }) => sum + size, at) !== listing.length) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return entries.flatMap(({ path, size }) => {
    const bytes = listing.subarray(at, at + size);
    at += size;
    if (!v.is(LabPathSchema, path) || bytes.includes(0)) return [];
    try {
      return [{ path, text: decoder.decode(bytes) }];
    } catch {
      return [];
    }
  });
}

/** Script and input that write files; programs (`#!`) become executable. */
export function writeFiles(files: readonly LabFile[]): { script: string; input: Buffer } {
  const contents = files.map(({ text }) => Buffer.from(text));
  const lines = files.map(({ path, text }, at) => {
    const name = quoted(`./${path}`);
    const mode = text.startsWith('#!') ? ` && chmod +x ${name}` : '';
    return `mkdir -p -- "$(dirname -- ${name})" && head -c ${contents[at]?.length ?? 0} > ${name}${mode} || failed=1`;
  });
  return {
    script: ['cd "$HOME" || exit 1', 'failed=0', ...lines, 'exit $failed'].join('\n'),
    input: Buffer.concat(contents),
  };
}
