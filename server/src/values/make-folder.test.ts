import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './make-folder.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-make-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it.skipIf(!existsSync('/proc/self'))('a folder below /proc is refused at once', () => {
  expect(() => makeFolder('/proc/academy/data')).toThrow(expect.objectContaining({ code: 'EROFS' }));
});

it('missing folders above are made with the same mode', () => {
  const above = join(place(), 'one');
  makeFolder(join(above, 'two'), 0o700);
  makeFolder(join(above, 'two'), 0o755);
  for (const folder of [above, join(above, 'two')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('a file in the place of a folder is reported', () => {
  const file = join(place(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolder(join(file, 'below'))).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/ENOTDIR|EEXIST/) }),
  );
});
