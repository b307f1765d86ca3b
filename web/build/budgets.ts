import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eagerFiles, FIRST_SCREENS, LOAD_WATCH, lazyFilesOf, readManifest } from './client-build.ts';

/** Most a page may weigh, gzip bytes (kB = 1000 bytes; 3 kB of the scripts are for catalogues), and most scripts it may ask for at once. */
export const BUDGETS = {
  scripts: 160_500,
  /** Of `FIRST_SCREENS`. */
  firstScripts: 147_500,
  styles: 11_800,
  requests: 18,
  /** The script beside the entry, which comes last and is not needed to use a page. */
  loadWatch: 700,
} as const;

export interface PageWeight {
  screen: string;
  scriptBytes: number;
  styleBytes: number;
  requests: number;
  /** What is over, in words; empty when nothing is. */
  problems: string[];
}

/** What every screen weighs when it is the first one opened. */
export function weighPages(clientFolder: string): PageWeight[] {
  const manifest = readManifest(clientFolder);
  const sizes = new Map<string, number>();
  const weigh = (files: readonly string[]): number => {
    let sum = 0;
    for (const file of files) {
      const size = sizes.get(file) ?? gzipSync(readFileSync(join(clientFolder, file)), { level: 9 }).length;
      sizes.set(file, size);
      sum += size;
    }
    return sum;
  };
  // Inline styles travel in one document, so they are compressed together.
  const together = (files: readonly string[]): number =>
    gzipSync(Buffer.concat(files.map((file) => readFileSync(join(clientFolder, file)))), { level: 9 }).length;
  return lazyFilesOf(manifest).map((screen) => {
    const { scripts, styles } = eagerFiles(manifest, screen);
    const weight = { screen, scriptBytes: weigh(scripts), styleBytes: together(styles), requests: scripts.length };
    return { ...weight, problems: problemsOf(weight) };
  });
}

function problemsOf({ screen, scriptBytes, styleBytes, requests }: Omit<PageWeight, 'problems'>): string[] {
  const problems: string[] = [];
  const maxScripts = FIRST_SCREENS.test(screen) ? BUDGETS.firstScripts : BUDGETS.scripts;
  if (scriptBytes > maxScripts) problems.push(`scripts weigh ${kb(scriptBytes)}, at most ${kb(maxScripts)}`);
  if (styleBytes > BUDGETS.styles) problems.push(`styles weigh ${kb(styleBytes)}, at most ${kb(BUDGETS.styles)}`);
  if (requests > BUDGETS.requests) problems.push(`asks for ${requests} scripts, at most ${BUDGETS.requests}`);
  return problems;
}

function watchProblems(clientFolder: string): string[] {
  const watch = readManifest(clientFolder)[LOAD_WATCH];
  if (watch === undefined) return [`the build holds no ${LOAD_WATCH}`];
  const bytes = gzipSync(readFileSync(join(clientFolder, watch.file)), { level: 9 }).length;
  return bytes > BUDGETS.loadWatch ? [`${LOAD_WATCH} weighs ${bytes} bytes, at most ${BUDGETS.loadWatch}`] : [];
}

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`;

/** Prints what every page weighs. @throws Error when one is over its budget, so that the build fails */
export function enforceBudgets(clientFolder: string, print: (line: string) => void): void {
  const pages = weighPages(clientFolder);
  for (const { screen, scriptBytes, styleBytes, requests } of pages) {
    print(`${screen.padEnd(62)} scripts ${kb(scriptBytes)} in ${requests}, styles ${kb(styleBytes)} (gzip)`);
  }
  const problems = [
    ...watchProblems(clientFolder),
    ...pages.flatMap((page) => page.problems.map((problem) => `${page.screen}: ${problem}`)),
  ];
  if (problems.length > 0) throw new Error(`Pages over their budget:\n${problems.join('\n')}`);
}
