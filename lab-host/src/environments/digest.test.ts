import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf, stampOf } from './digest.ts';

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-digest-'));
  root = join(folder, 'root');
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  writeFileSync(join(root, 'usr/bin/tool'), 'a tool');
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'usr/')), Buffer.from([0xff, 0xfe])]), 'a name that is no text');
  symlinkSync('usr/bin', join(root, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a copy has the same digest, whatever its times', () => {
  const copy = join(folder, 'copy');
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  utimesSync(join(copy, 'usr/bin/tool'), 1, 1);
  expect(digestOf(copy)).toEqual(digestOf(root));
  expect(digestOf(root)).toMatchObject({ files: 2, bytes: 28, digest: expect.stringMatching(/^sha256:[\da-f]{64}$/) });
});

const tool = () => join(root, 'usr/bin/tool');

test.each<[string, () => void]>([
  ['another content', () => writeFileSync(tool(), 'a fool')],
  ['another mode', () => chmodSync(tool(), 0o4755)],
  ['another name', () => renameSync(tool(), join(root, 'usr/bin/tools'))],
  ['one more file', () => writeFileSync(join(root, 'usr/bin/a'), '')],
  ['one more folder', () => mkdirSync(join(root, 'usr/sbin'))],
  [
    'a link that leads elsewhere',
    () => {
      rmSync(join(root, 'bin'));
      symlinkSync('usr/sbin', join(root, 'bin'));
    },
  ],
])('%s gives another digest', (_what, change) => {
  const before = digestOf(root).digest;
  change();
  expect(digestOf(root).digest).not.toBe(before);
});

test('a root that was replaced has another stamp', () => {
  const before = stampOf(root);
  expect(stampOf(root)).toBe(before);
  rmSync(join(root, 'bin'));
  expect(stampOf(root)).not.toBe(before);
});
