import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSource } from '@academy/content/lab-files/file-sources';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labFilesFetcher } from './fetch-lab-files.ts';
import { type LabLock, lockText, readLock } from './lock.ts';
import { sourceMap } from './source-map.ts';

const URL = 'https://code.example.org/code';
const FILE = 'resources/workshop.yaml';

let folder = '';
let repository = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-held-'));
  repository = join(folder, 'code');
  mkdirSync(repository);
  git('init', '--quiet', '--initial-branch=main');
  commit('one');
  git('branch', 'other');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', ['-C', repository, ...who, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
};
function commit(text: string): string {
  writeFileSync(join(repository, 'version.txt'), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', text);
  return git('rev-parse', 'HEAD');
}

const source = (more: Partial<FileSource>): FileSource =>
  ({
    ...{ path: '.', newRootPath: null, includePaths: [], excludePaths: [], legalPaths: null, line: 1 },
    ...{ kind: 'git', url: URL, refs: ['main'], semver: null, history: true, skipsSubmodules: false },
    ...more,
  }) as FileSource;

/** Fetches as a new command does. */
function fetch(one: FileSource, lock: LabLock = []) {
  const map = sourceMap([`https://code.example.org/=${folder}/`], { cwd: '/', base: folder, command: 'apply all' });
  return labFilesFetcher({ map, env: process.env }).fetch({ files: [one], packages: [] }, FILE, lock);
}

describe('files of a lab that are held', () => {
  it.each<[string, Partial<FileSource>]>([
    ['with their history', { history: true }],
    ['of a branch of the other side', { refs: ['origin/main'] }],
    ['without their history', { history: false }],
  ])('stay the same to the byte while their repository goes on, %s', async (_what, more) => {
    git('tag', 'kept');
    const before = await fetch(source(more as never));
    commit('two');
    git('branch', 'new');
    git('tag', 'later');
    git('branch', '--force', 'other', 'main');
    expect((await fetch(source(more as never))).packs[0]?.at).not.toBe(before.packs[0]?.at);
    expect(await fetch(source(more as never), before.lock)).toEqual(before);
  });

  it('are those of the version that was newest then', async () => {
    const one = source({ refs: null, semver: { constraints: '>=1.0.0', prereleases: null } } as never);
    git('tag', 'v1.0.0');
    const before = await fetch(one);
    commit('two');
    git('tag', 'v1.1.0');
    expect(await fetch(one, before.lock)).toEqual(before);
  });

  it('are had of a commit that no branch leads to any more', async () => {
    const before = await fetch(source({}));
    git('commit', '--quiet', '--amend', '--message', 'another');
    git('branch', '--force', 'other', 'main');
    expect(await fetch(source({}), before.lock)).toEqual(before);
  });

  it('are refused where their commit is gone, and stay held', async () => {
    const gone = 'a'.repeat(40);
    const lock = [{ from: URL, wants: 'main', at: gone, refs: { 'refs/remotes/origin/main': gone } }];
    const { packs, findings, lock: after } = await fetch(source({}), lock);
    expect({ packs, after }).toEqual({ packs: [], after: lock });
    expect(findings).toMatchObject([{ severity: 'fatal', message: expect.stringContaining('--refresh-files') }]);
  });

  it('follow a definition that asks for another branch', async () => {
    const before = await fetch(source({}));
    git('checkout', '--quiet', 'other');
    const other = commit('two');
    const after = await fetch(source({ refs: ['other'] } as never), before.lock);
    expect(after.lock).toMatchObject([{ from: URL, wants: 'other', at: other }]);
  });

  it('are read from the file in which they were written', async () => {
    const { lock } = await fetch(source({}));
    expect(readLock(new Map([['a', lockText(lock) ?? Buffer.alloc(0)]]), 'a')).toEqual({ lock, findings: [] });
    const broken = readLock(new Map([['a', Buffer.from('[{"refs":{"refs/heads/../x":"1"}}]')]]), 'a');
    expect(broken).toMatchObject({ lock: null, findings: [{ code: 'lab-files-lock', severity: 'fatal' }] });
  });
});
