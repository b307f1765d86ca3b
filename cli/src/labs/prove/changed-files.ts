import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FoundItem } from '@academy/content/found-item';
import { isWithin } from '../../publishing/tenant-map.ts';

const run = promisify(execFile);

/** Absolute paths of the files that differ from a commit, those that git does not know yet included. */
export async function changedFiles(folder: string, commit: string): Promise<string[] | null> {
  const git = async (...args: string[]) =>
    (await run('git', ['-C', folder, ...args], { maxBuffer: 64_000_000 })).stdout;
  try {
    const top = (await git('rev-parse', '--show-toplevel')).trim();
    await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);
    const lists = await Promise.all([
      run('git', ['-C', top, 'diff', '--name-only', '-z', '--no-renames', '--end-of-options', commit, '--']),
      run('git', ['-C', top, 'ls-files', '--others', '--exclude-standard', '-z']),
    ]);
    return lists.flatMap(({ stdout }) => stdout.split('\0').flatMap((file) => (file === '' ? [] : join(top, file))));
  } catch {
    return null;
  }
}

/** Whether one of these files belongs to a lab: its definition, its pages and checks, or its exercises. */
export function isChanged({ root, file, parts = [] }: FoundItem, changed: readonly string[]): boolean {
  const own = new Set([join(root, file), ...parts.map(({ from }) => from)]);
  // A deleted file is not among the parts: the folders of the others say where it was.
  const folders = new Set(
    parts.flatMap(({ from }) => {
      const [, lab] = /^(.*\/(?:workshop|exercises))\//.exec(from) ?? [];
      return lab === undefined ? [] : [lab];
    }),
  );
  const labs = new Set([...folders].map(dirname));
  return changed.some(
    (path) =>
      own.has(path) ||
      [...labs].some((lab) => ['workshop', 'exercises'].some((name) => isWithin(path, join(lab, name)))),
  );
}
