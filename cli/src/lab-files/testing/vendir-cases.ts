import { readFileSync } from 'node:fs';
import type { LabTree } from '@academy/content/lab-files/lab-tree';

/** A source, and the files that vendir takes from it. */
export interface VendirCase {
  name: string;
  /** One entry of `files`, as in a definition. */
  source: Readonly<Record<string, unknown>>;
  /** Texts by path, without the history: a program has a `*` behind its path, a link an arrow. */
  tree?: Readonly<Record<string, string>>;
  /** It has a history. */
  history?: boolean;
  /** What the finding says; there are no files. */
  refused?: string;
  /** What vendir does instead of refusing it. */
  differs?: string;
}

/** Hosts in the cases that the tests have on this machine. */
export const HOSTS = {
  git: 'https://code.example.org/',
  web: 'https://files.example.org/',
  registry: 'registry.example.org/',
} as const;

export const vendirCases: readonly VendirCase[] = JSON.parse(
  readFileSync(new URL('vendir-cases.json', import.meta.url), 'utf8'),
);

/** A tree in the form of the cases. */
export function treeText(tree: LabTree): { tree: Record<string, string>; history: boolean } {
  const texts = [...tree].flatMap(([path, entry]): [string, string][] => {
    if (path.startsWith('.git/')) return [];
    if (entry.kind === 'link') return [[path, `-> ${entry.target}`]];
    const name = entry.executable ? `${path}*` : path;
    const text = Buffer.from(entry.bytes).toString('utf8');
    // Of an archive its size says enough.
    return [[name, text.includes('\ufffd') ? `${entry.bytes.byteLength} bytes` : text]];
  });
  return { tree: Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1))), history: tree.has('.git/HEAD') };
}
