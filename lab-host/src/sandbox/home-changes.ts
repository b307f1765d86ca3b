import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LAB_CHANGES_LIMITS, type LabChange, type LabChanges } from '@academy/contract/lab-home';
import type { HomeChange } from './home-listing.ts';
import type { SandboxScript } from './sandbox.ts';

/** What each entry of a tar takes besides its bytes. */
const ENTRY_BYTES = 1_024;
/** Most bytes of a tar of changes: a long path takes a kilobyte more. */
const MAX_UNPACKED = LAB_CHANGES_LIMITS.bytes + LAB_CHANGES_LIMITS.entries * 1_024 + 20_480;
const KEEP_SECONDS = 20;

const ways = { A: 'added', M: 'changed', T: 'changed', D: 'deleted' } as const;
const kinds = { f: 'file', d: 'folder', l: 'link' } as const;

/** The changes that a lab keeps: deletions, folders and links, then files as long as they fit, the smallest first. */
function keptOf(changes: readonly HomeChange[]): Set<HomeChange> {
  const cost = ({ how, kind, size }: HomeChange) => (how === 'D' ? 0 : ENTRY_BYTES + (kind === 'f' ? size : 0));
  let left: number = LAB_CHANGES_LIMITS.bytes;
  const kept = changes
    .slice(0, LAB_CHANGES_LIMITS.entries)
    .sort((one, other) => cost(one) - cost(other))
    .filter((change) => {
      left -= cost(change);
      return left >= 0;
    });
  return new Set(kept);
}

/** Changes as pages show them: without folders, which their files tell of, and without what git writes. */
export function shownChanges(changes: readonly HomeChange[]): LabChanges {
  const kept = keptOf(changes);
  const isFilled = (folder: string) => changes.some(({ path }) => path.startsWith(`${folder}/`));
  const shown = changes.filter(
    ({ kind, how, path }) =>
      !/(^|\/)\.git(\/|$)/.test(path) && (kind !== 'd' || how === 'T' || (how !== 'M' && !isFilled(path))),
  );
  return {
    changes: shown.slice(0, LAB_CHANGES_LIMITS.entries).map((change): LabChange => {
      const { how, kind, size, path } = change;
      return { path, how: ways[how], kind: kinds[kind], size: kind === 'f' ? size : 0, isKept: kept.has(change) };
    }),
    isCut: changes.length > LAB_CHANGES_LIMITS.entries,
  };
}

/** A step of keeping: the script whose output is packed, and how. */
export interface Keeping {
  script: SandboxScript;
  /** @returns null when the output is cut */
  pack(output: Buffer): Promise<Buffer | null>;
}

/** How the changes of a home folder are kept: a tar of what is there, and names of what is not. */
export function keeping(changes: readonly HomeChange[]): Keeping {
  const kept = [...keptOf(changes)].sort((a, b) => (a.path < b.path ? -1 : 1));
  const there = kept.filter(({ how }) => how !== 'D').map(({ path }) => `./${path}\0`);
  const gone = kept.filter(({ how }) => how === 'D' || how === 'T').map(({ path }) => path);
  return {
    script: {
      script: 'cd "$HOME" && tar -cf - --format=gnu --no-recursion --null -T - 2> /dev/null; true',
      input: Buffer.from(there.join('')),
      seconds: KEEP_SECONDS,
      maxBytes: MAX_UNPACKED,
    },
    async pack(output) {
      if (output.length >= MAX_UNPACKED) return null;
      return promisify(gzip)(Buffer.concat([Buffer.from(`${JSON.stringify({ gone })}\n`), output]));
    },
  };
}

/**
 * A script that makes kept changes again. What it unpacks was made in a sandbox of its learner, and is unpacked in one:
 * nothing else ever looks into it.
 *
 * @throws Error when it was not kept by `keeping`
 */
export async function restoring(kept: Buffer): Promise<SandboxScript> {
  const bytes = await promisify(gunzip)(kept, { maxOutputLength: 2 * MAX_UNPACKED });
  const end = bytes.indexOf(10);
  const { gone } = JSON.parse(bytes.toString('utf8', 0, end)) as { gone: string[] };
  const names = Buffer.from(gone.map((path) => `./${path}\0`).join(''));
  return {
    script: `cd "$HOME" || exit 1
head -c ${names.length} > "$0.gone"
xargs -0 -r -a "$0.gone" rm -rf --
rm -f "$0.gone"
tar -xpf - --no-same-owner`,
    input: Buffer.concat([names, bytes.subarray(end + 1)]),
    seconds: KEEP_SECONDS,
  };
}
