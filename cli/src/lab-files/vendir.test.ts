import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LabTree } from '@academy/content/lab-files/lab-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabFilesFetcher } from './fetch-lab-files.ts';
import { fetchedByVendir, fetchedHere, fetcherOf, findVendir, historyIn } from './testing/run-case.ts';
import { type SampleSources, sampleSources } from './testing/sample-sources.ts';
import { treeText, vendirCases } from './testing/vendir-cases.ts';

const vendir = process.env.ACADEMY_TEST_ALL === '1' ? findVendir() : null;
if (process.env.ACADEMY_TEST_ALL === '1' && vendir === null)
  console.warn('Files of labs are not compared with vendir: the program is not here (VENDIR names it).');

let folder = '';
let sources: SampleSources;
let fetcher: LabFilesFetcher;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'academy-sources-'));
  sources = await sampleSources(folder);
  fetcher = fetcherOf(sources);
});
afterAll(() => {
  sources.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the files of a source', () => {
  it.each(vendirCases)('are as vendir takes them: $name', async (one) => {
    const { tree, findings } = await fetchedHere(one, sources, fetcher);
    expect(findings).toEqual(one.refused === undefined ? [] : [one.refused]);
    expect(treeText(tree)).toEqual({ tree: one.tree ?? {}, history: one.history ?? false });
  });

  it('have the same bytes each time', async () => {
    const [branch] = vendirCases;
    if (branch === undefined) throw new Error('there is no case');
    const { packs } = await fetchedHere(branch, sources, fetcher);
    const again = await fetchedHere(branch, sources, fetcherOf(sources));
    expect(again.packs).toEqual(packs);
    expect(packs).toMatchObject([{ at: gitIn('rev-parse', 'main'), from: 'https://code.example.org/code', path: '.' }]);
  });
});

const gitIn = (...args: string[]) =>
  execFileSync('git', ['-C', join(sources.repositories, 'code'), ...args])
    .toString()
    .trim();

describe.skipIf(vendir === null)('vendir', { timeout: 120_000 }, () => {
  it.each(vendirCases.filter(({ differs }) => differs === undefined))('takes the same files: $name', async (one) => {
    const theirs = await fetchedByVendir(vendir ?? '', one, sources);
    if (typeof theirs === 'string') return expect(one.refused, theirs).toBeDefined();
    expect(treeText(theirs.tree)).toEqual({ tree: one.tree, history: one.history ?? false });
    if (theirs.history === null) return;
    const { tree } = await fetchedHere(one, sources, fetcher);
    const written = mkdtempSync(join(folder, 'written-'));
    write(written, tree);
    const here = historyIn(written).replaceAll('https://code.example.org/', `file://${sources.repositories}/`);
    expect(here).toBe(theirs.history);
  });
});

function write(into: string, tree: LabTree): void {
  for (const [path, entry] of tree) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    if (entry.kind === 'link') symlinkSync(entry.target, join(into, path));
    else writeFileSync(join(into, path), entry.bytes, { mode: entry.executable ? 0o755 : 0o644 });
  }
}
