import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { completePostgresPackage, findPostgres, restoreSymlinks } from './postgres-binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-postgres-package-'));
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), 'library');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('completes a package of PostgreSQL with the links that an npm archive cannot hold', () => {
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));

  restoreSymlinks(folder);
  restoreSymlinks(folder);

  expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(readFileSync(join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
});

it('leaves nothing in the package for a service that may not write there', () => {
  completePostgresPackage();
  const { packageFolder } = findPostgres('embedded');
  const list = readFileSync(join(packageFolder ?? '', 'native/pg-symlinks.json'), 'utf8');
  for (const { target } of JSON.parse(list) as { target: string }[])
    expect(() => readlinkSync(join(packageFolder ?? '', target)), target).not.toThrow();
});
