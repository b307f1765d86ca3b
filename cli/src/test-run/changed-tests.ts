import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../paths.ts';

/** What a change can reach. */
export interface ReachedTests {
  /** Files of Vitest. */
  unit: string[];
  /** Files of Playwright. */
  journeys: string[];
}

/** The texts of files by path from the root of the repository. */
export type SourceTexts = ReadonlyMap<string, string>;

/** A file that reaches more files than this puts everything together: the walk of importers ends there. */
const MAX_REACHED = 400;
/** Folders that hold one folder or file for each noun. */
const NOUN = /^(?:server\/src|web\/src\/screens|contract\/src|web\/src\/api)\/([a-z-]+)/;

/** Files that differ from `main`, committed or not; on `main`, from the commit before. */
export function changedFiles(root: string = ROOT): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const head = git('rev-parse', 'HEAD');
  const shared = git('merge-base', 'HEAD', 'main');
  const since = shared === head && git('status', '--porcelain') === '' ? 'HEAD~1' : shared;
  const changed = git('diff', '--name-only', since);
  return [...new Set(`${changed}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n'))].filter(Boolean);
}

/** All files of TypeScript with their texts. */
export function sourceTexts(root: string = ROOT): SourceTexts {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  return new Map(
    files
      .filter((file) => file !== '' && existsSync(join(root, file)))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}

/**
 * Tests that a change can reach: those beside a changed file, those that import one, directly or through other files, and
 * journeys that are named after a changed noun. Where everything is put together (the whole server, all screens) the walk
 * ends: what such a file does with a change is for the whole run.
 */
export function reachedTests(changed: readonly string[], texts: SourceTexts): ReachedTests {
  const importsOf = new Map([...texts].map(([file, text]) => [file, importsIn(file, text, texts)]));
  const importers = reversed(importsOf);
  const reached = new Set(changed);
  for (const file of reached) {
    if (!changed.includes(file) && countReached(file, importsOf) > MAX_REACHED) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  // A test that changed reaches itself alone.
  const sources = changed.filter((file) => !/\.test\.tsx?$/.test(file));
  const folders = new Set(sources.map((file) => dirname(file)));
  const nouns = new Set(sources.flatMap((file) => NOUN.exec(file)?.[1] ?? []).map(stem));
  const all = [...texts.keys()];
  return {
    unit: all.filter((file) => /\.test\.tsx?$/.test(file) && (reached.has(file) || folders.has(dirname(file)))),
    journeys: all.filter((file) => file.endsWith('.e2e.ts') && (reached.has(file) || names(file, nouns))),
  };
}

function names(file: string, nouns: ReadonlySet<string>): boolean {
  const name = `-${basename(file, '.e2e.ts')}`;
  return [...nouns].some((noun) => name.includes(`-${noun}`));
}

/** `courses` and `course` name the same. */
function stem(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

function importsIn(file: string, text: string, texts: SourceTexts): string[] {
  return [...text.matchAll(/\b(?:from|import\(?)\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    const path = /^\.\.?\//.test(name) ? join(dirname(file), name) : ofPackage(name);
    return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => texts.has(candidate)) ?? [];
  });
}

/** `@academy/contract/courses` is `contract/src/courses`; the folder of brands has no `src`. */
function ofPackage(name: string): string {
  const [scope, workspace = '', ...path] = name.split('/');
  if (scope !== '@academy') return name;
  if (path.length === 0) return workspace === 'client' ? 'client/src/client' : workspace;
  return join(workspace, ['tenants', 'samples'].includes(workspace) ? '' : 'src', ...path);
}

function reversed(importsOf: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of importsOf)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), file]);
  return importers;
}

function countReached(file: string, importsOf: ReadonlyMap<string, readonly string[]>): number {
  const reached = new Set([file]);
  for (const one of reached) for (const imported of importsOf.get(one) ?? []) reached.add(imported);
  return reached.size;
}
