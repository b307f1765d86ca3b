import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';

/** What a server needs to start, relative to the repository. */
const PARTS = ['package.json', 'package-lock.json', 'academy', 'tsconfig.base.json'];
const { workspaces: WORKSPACES } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  workspaces: readonly string[];
};

/** Program and first arguments that start an edition. */
export type EditionCommand = readonly [program: string, ...args: string[]];

/**
 * The editions between which servers change: the one of this repository and its neighbour. The neighbour is the checkout
 * that FAULTS_OTHER_EDITION names, installed and built; without one it is a copy of this repository in another folder
 * with another version number, whose code, build and migrations are the same.
 */
export function twoEditions(folder: string): readonly [EditionCommand, EditionCommand] {
  const other = process.env.FAULTS_OTHER_EDITION;
  if (other !== undefined && other !== '') return [[join(ROOT, 'academy')], [join(other, 'academy')]];
  copyRepository(folder);
  return [[join(ROOT, 'academy')], [process.execPath, join(folder, 'cli/src/main.ts')]];
}

function copyRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const part of [...PARTS, ...WORKSPACES])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  const manifest = join(folder, 'cli/package.json');
  const { version, ...others } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  writeFileSync(manifest, JSON.stringify({ ...others, version: `${version}-next` }));
  const [packages, ours] = [join(folder, 'node_modules'), join(folder, 'node_modules/@academy')];
  mkdirSync(ours, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@academy') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const name of WORKSPACES) symlinkSync(join('../..', name), join(ours, name));
}
