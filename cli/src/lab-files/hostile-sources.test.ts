import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileSource } from '@academy/content/lab-files/file-sources';
import { tarEntries } from '@academy/content/lab-files/lab-pack';
import tar from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labFilesFetcher } from './fetch-lab-files.ts';
import { sourceMap } from './source-map.ts';

let folder = '';
let code = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-hostile-files-'));
  code = join(folder, 'code');
  mkdirSync(code);
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(code, 'a.txt'), 'a\n');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', ['-C', code, ...who, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
}
function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A change');
}

/** A commit of one file below a folder, with names that git itself would not take. */
function commitOf(folderName: string, name: string): void {
  const object = (type: string, input: Buffer) =>
    execFileSync('git', ['-C', code, 'hash-object', '-w', '--literally', '-t', type, '--stdin'], { input })
      .toString()
      .trim();
  const tree = (mode: string, own: string, id: string) =>
    object('tree', Buffer.concat([Buffer.from(`${mode} ${own}\0`), Buffer.from(id, 'hex')]));
  const file = object('blob', Buffer.from('#!/bin/sh\n'));
  const root = tree('40000', folderName, tree('100755', name, file));
  git('update-ref', 'refs/heads/main', git('commit-tree', '-m', 'A change', root));
}

const TERMS = { path: '.', newRootPath: null, includePaths: [], excludePaths: [], legalPaths: null, line: 1 };
const ofGit: FileSource = {
  ...TERMS,
  ...{ kind: 'git', url: 'https://code.example.org/code', refs: ['main'], semver: null },
  ...{ history: true, skipsSubmodules: false },
};
const ofHttp: FileSource = {
  ...TERMS,
  ...{ kind: 'http', url: 'https://files.example.org/a.tar', sha256: null, unpacks: true },
};
const ofFolder: FileSource = { ...TERMS, kind: 'image', url: 'registry.example.org/code:1.0', semver: null };
const inline = (files: [string, string][]): FileSource => ({ ...TERMS, kind: 'inline', files: new Map(files) });

async function fetch(files: FileSource[]) {
  const hosts = ['https://code.example.org/', 'https://files.example.org/', 'registry.example.org/'];
  const places = hosts.map((host) => `${host}=${folder}/`);
  const map = sourceMap(places, { cwd: '/', base: folder, command: 'apply all' });
  const fetcher = labFilesFetcher({ map, env: process.env });
  const { packs, findings } = await fetcher.fetch({ files, packages: [] }, 'resources/workshop.yaml');
  return { packs, said: findings.map(({ message }) => message), bytes: fetcher.bytes };
}

describe('a repository with names that cannot be used', () => {
  it.each<[string, string, string]>([
    ['.git', 'config', 'could not be fetched'],
    ['.git', 'evil.sh', "invalid path '.git/evil.sh'"],
    ['..', 'evil.sh', "invalid path '../evil.sh'"],
  ])('is refused: %s/%s', async (top, name, words) => {
    commitOf(top, name);
    const { packs, said } = await fetch([ofGit]);
    expect({ packs, said }).toEqual({ packs: [], said: [expect.stringContaining(words)] });
  });

  it('is refused where two names differ in capital letters only', async () => {
    writeFileSync(join(code, 'A.txt'), 'A\n');
    commit();
    const { said } = await fetch([ofGit]);
    expect(said).toEqual([expect.stringContaining('has "A.txt" and "a.txt", which are one file on some machines')]);
  });
});

it('hooks and settings of a repository run nowhere, and do not reach the lab', async () => {
  const trap = `#!/bin/sh\ntouch ${folder}/trapped\n`;
  for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(code, '.git/hooks', hook), trap);
    chmodSync(join(code, '.git/hooks', hook), 0o755);
  }
  writeFileSync(join(folder, 'trap'), trap, { mode: 0o755 });
  writeFileSync(join(code, '.gitattributes'), '*.txt filter=trap diff=trap\n');
  git('-c', 'core.hooksPath=/dev/null', 'add', '--all');
  git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'Filters');
  for (const name of ['core.fsmonitor', 'core.sshCommand', 'filter.trap.smudge', 'uploadpack.packObjectsHook'])
    git('-c', 'core.hooksPath=/dev/null', 'config', name, join(folder, 'trap'));
  rmSync(join(folder, 'trapped'), { force: true });
  const { packs, said, bytes } = await fetch([ofGit]);
  expect(said).toEqual([]);
  expect(existsSync(join(folder, 'trapped'))).toBe(false);
  const texts = new Map<string, string>();
  for await (const { header, body } of tarEntries(bytes(packs[0]?.hash ?? '') ?? new Uint8Array()))
    texts.set(header.name, (await buffer(body)).toString());
  expect([...texts.keys()].filter((path) => /hooks|filter/.test(path))).toEqual([]);
  expect(texts.get('.git/config')).not.toMatch(/trap|fsmonitor|ssh|filter/);
});

it('an archive with a device is refused', async () => {
  const pack = tar.pack();
  pack.entry({ name: 'top/a.txt' }, 'a\n');
  pack.entry({ name: 'top/disk', type: 'block-device', devmajor: 8, devminor: 0 });
  pack.finalize();
  writeFileSync(join(folder, 'a.tar'), await buffer(pack));
  const { packs, said } = await fetch([ofHttp]);
  expect({ packs, said }).toEqual({
    packs: [],
    said: ['https://files.example.org/a.tar is an archive with "top/disk", which is no ordinary file'],
  });
});

it('a folder with a pipe is refused', async () => {
  rmSync(join(code, '.git'), { recursive: true });
  execFileSync('mkfifo', [join(code, 'pipe')]);
  expect((await fetch([ofFolder])).said).toEqual(['registry.example.org/code:1.0 has "pipe", which is no file']);
});

describe('more than a lab may bring', () => {
  const numbered = (from: string, count: number) =>
    inline(Array.from({ length: count }, (_none, at): [string, string] => [`${from}${at}`, '']));
  const large = 'a'.repeat(51 * 1024 * 1024);

  it('is refused in one source', async () => {
    const { packs, said } = await fetch([numbered('a', 20_001)]);
    expect({ packs, said }).toEqual({ packs: [], said: ['inline has more than 20,000 files'] });
    expect((await fetch([inline([['a', large + large]])])).said).toEqual(['inline has more than 100 MB of files']);
  });

  const together =
    'the files of the lab are more than 100 MB and 20,000 files together; name fewer with "includePaths"';
  it.each<[string, FileSource[], string]>([
    ['files', [numbered('a', 10_001), numbered('b', 10_000)], together],
    ['bytes', [inline([['a', large]]), inline([['b', large]])], together],
    [
      'sources',
      Array.from({ length: 101 }, (_none, at) => inline([[`a${at}`, '']])),
      'the lab takes files from more than 100 sources; name fewer',
    ],
  ])('is refused in several sources together: %s', async (_what, sources, words) => {
    expect(await fetch(sources)).toMatchObject({ packs: [], said: [words] });
  });
});
