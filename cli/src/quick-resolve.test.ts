import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './paths.ts';
import { resolveInPackage } from './quick-resolve.ts';

const PARENT = 'file:///a/node_modules/drizzle-orm/pg-core/index.js';

test('files of the database library find each other by their place', () => {
  expect(resolveInPackage('./dialect.js', PARENT)).toBe('file:///a/node_modules/drizzle-orm/pg-core/dialect.js');
  expect(resolveInPackage('../sql/sql.js', PARENT)).toBe('file:///a/node_modules/drizzle-orm/sql/sql.js');
});

test('everything else is left to Node.js', () => {
  expect(resolveInPackage('drizzle-orm/pg-core', 'file:///a/server/src/db/tables.ts')).toBeNull();
  expect(resolveInPackage('pg', PARENT)).toBeNull();
  expect(resolveInPackage('./data.json', PARENT)).toBeNull();
  expect(resolveInPackage('../../pg/lib/index.js', PARENT)).toBeNull();
  expect(resolveInPackage('./scope.js', 'file:///a/server/src/app.js')).toBeNull();
  expect(resolveInPackage('./a.js', undefined)).toBeNull();
});

test('the database library consists of ES modules, as the short cut assumes', async () => {
  const description = join(ROOT, 'node_modules/drizzle-orm/package.json');
  expect(JSON.parse(await readFile(description, 'utf8'))).toMatchObject({ type: 'module' });
});
