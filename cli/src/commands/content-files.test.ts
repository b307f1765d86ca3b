import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asset } from '@academy/server/db/asset-tables';
import { databaseStore } from '@academy/server/file-store/database-store';
import { allOf, collected } from '@academy/server/file-store/file-store';
import type { S3Settings } from '@academy/server/file-store/file-store-settings';
import { s3Store } from '@academy/server/file-store/s3-store';
import { makeTestDatabase, type TestDatabase, testDatabase } from '@academy/server/testing/database';
import { hasSwift, startSwift, type TestStore } from '@academy/server/testing/swift.fixture';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const database = await testDatabase();
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Takes a quarter of a minute: under ACADEMY_TEST_ALL only. */
const isWhole = process.env.ACADEMY_TEST_ALL === '1';

/** Writes files and a version as an academy without a store has them. */
async function fill({ db }: TestDatabase, count: number): Promise<Map<string, Buffer>> {
  const files = Array.from({ length: count }, (_, at) => randomBytes(1_000 + at));
  await db
    .insert(asset)
    .values(files.map((bytes) => ({ hash: sha(bytes), mediaType: 'image/png', size: bytes.length, bytes })));
  const archive = randomBytes(5_000);
  await db.$client.query(
    `insert into content_version (tenant_id, kind, id, version, packed, source_hash, status, findings)
     values ('spring', 'guide', 'spring-kept', 1, $1, 'x', 'live', '[]')`,
    [archive],
  );
  return new Map([...files, archive].map((bytes) => [sha(bytes), bytes]));
}

it('a move without a store, and words that it does not know, are refused', async () => {
  const env = { DATABASE_URL: database.connectionString };
  expect(await runCommand(folder, ['content', 'files', 'move', '--to', 's3'], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('The settings name no content store.'),
  });
  expect(await runCommand(folder, ['content', 'files', 'sort'], { env })).toMatchObject({ code: 2 });
});

describe.skipIf(!hasSwift)('with an S3-compatible store', () => {
  let swift: TestStore;
  let env: Record<string, string>;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    swift = await startSwift();
    env = { ...swift.env, DATABASE_URL: database.connectionString };
    files = await fill(database, 6);
  });

  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runCommand(folder, [...args, '--data', folder], { env: { ...env, ...more } });

  async function contentsOf(settings: S3Settings): Promise<Map<string, Buffer>> {
    const store = s3Store(settings);
    const found = new Map<string, Buffer>();
    for await (const { hash, size } of store.list())
      found.set(hash, await collected(await store.read(hash, { from: 0, length: size }), size));
    store.close();
    return found;
  }
  const inOrder = (of: Map<string, Buffer>) => [...of].sort(([a], [b]) => (a < b ? -1 : 1));

  it('an operator counts first, moves all files, and finds none missing', async () => {
    const wouldBe = await run(['content', 'files', 'move', '--to', 's3', '--dry-run']);
    expect(wouldBe).toMatchObject({ code: 0, out: expect.stringMatching(/^Would be moved to the store: 7 files, /) });
    expect((await contentsOf(swift.settings)).size).toBe(0);
    const moved = await run(['content', 'files', 'move', '--to', 's3']);
    expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^Moved to the store: 7 files, /) });
    expect(inOrder(await contentsOf(swift.settings))).toEqual(inOrder(files));
    expect(await run(['content', 'files', 'move', '--to', 's3', '--json'])).toMatchObject({
      code: 0,
      out: JSON.stringify({ to: 's3', dryRun: false, stopped: false, files: 0, bytes: 0, problems: 0 }),
    });
    expect(await run(['content', 'files', 'check'])).toMatchObject({
      code: 0,
      out: '7 files of the content lie in the content store; none is missing.',
    });
  });

  it('the way back is refused while new files go to the store', async () => {
    const back = ['content', 'files', 'move', '--to', 'database'];
    expect(await run(back)).toMatchObject({ code: 2, err: expect.stringContaining('ACADEMY_CONTENT_FILES=database') });
  });

  it.runIf(isWhole)('a backup says what it leaves out, and may hold the files', async () => {
    const rowsOnly = await run(['backup', '--to', 'rows']);
    expect(rowsOnly.out).toContain('Without 7 files of the content (1 MB) that lie in the content store');
    const whole = await run(['backup', '--to', 'whole', '--with-files']);
    expect(whole.out).toContain('With 7 files of the content (1 MB) of the content store.');
    const nameIn = (of: string) => join(folder, of, readdirSync(join(folder, of))[0] ?? '');

    const other = await swift.addBucket('restored');
    const restoreInto = async (file: string, more: Record<string, string>) => {
      const empty = await makeTestDatabase();
      onTestFinished(() => empty.close());
      await empty.pool.query('drop schema public cascade');
      await empty.pool.query('create schema public');
      // With the address of a server, there is no folder to restore into.
      return runCommand(folder, ['restore', file], { env: { ...env, DATABASE_URL: empty.connectionString, ...more } });
    };
    const elsewhere = { ACADEMY_S3_BUCKET: other.bucket };
    const withoutFiles = await restoreInto(nameIn('rows'), elsewhere);
    expect(withoutFiles).toMatchObject({
      code: 1,
      out: expect.stringContaining('7 files of the content lie in the content store, 7 of them are missing there:'),
    });
    const withoutStore = await restoreInto(nameIn('whole'), {
      ACADEMY_S3_ENDPOINT: '',
      ACADEMY_S3_BUCKET: '',
      ACADEMY_S3_ACCESS_KEY: '',
      ACADEMY_S3_SECRET_KEY: '',
    });
    expect(withoutStore).toMatchObject({ code: 1, err: expect.stringContaining('holds 7 files for a content store') });
    expect(await restoreInto(nameIn('whole'), elsewhere)).toMatchObject({
      code: 0,
      out: expect.stringContaining('7 files of the content lie in the content store; none is missing.'),
    });
    expect(inOrder(await contentsOf(other))).toEqual(inOrder(files));
    // The same bucket has them already.
    expect(await restoreInto(nameIn('rows'), {})).toMatchObject({ code: 0 });
  });

  it('the doctor says what is wrong with keys, bucket or address', async () => {
    const store = async (more: Record<string, string> = {}) =>
      (await run(['doctor'], more)).out
        .split('\n')
        .filter((line, at, all) => `${line}${all[at - 1]}`.includes('Content store'));
    expect(await store()).toEqual([
      expect.stringMatching(
        /^ok {6} Content store: Bucket "academy" at 127.* takes, gives and removes a file, and gets new files\.$/,
      ),
      expect.anything(),
    ]);
    const wrong = async (more: Record<string, string>, next: string) =>
      expect(await store(more)).toEqual([
        expect.stringMatching(/^wrong {4}Content store: /),
        expect.stringContaining(next),
      ]);
    await wrong({ ACADEMY_S3_SECRET_KEY: 'another one' }, 'ACADEMY_S3_SECRET_KEY');
    await wrong({ ACADEMY_S3_ACCESS_KEY: 'test:nobody' }, 'ACADEMY_S3_ACCESS_KEY');
    await wrong({ ACADEMY_S3_BUCKET: 'not-there' }, 'create the bucket');
    await wrong({ ACADEMY_S3_ENDPOINT: 'http://127.0.0.1:1' }, 'is the store running?');
    const unset = Object.fromEntries(Object.keys(swift.env).map((name) => [name, '']));
    expect((await run(['doctor'], unset)).out).toMatch(
      /wrong {4}Database: Files of the content lie in a content store/,
    );
  });

  it.runIf(isWhole)(
    'a move that is killed in the middle is run again and loses nothing',
    { timeout: 120_000 },
    async () => {
      const many = await testDatabase();
      const all = await fill(many, 80);
      const bucket = await swift.addBucket('killed');
      const own = { ...env, DATABASE_URL: many.connectionString, ACADEMY_S3_BUCKET: bucket.bucket };
      const moved = async () =>
        (await many.pool.query<{ n: number }>('select count(*)::int as n from asset where bytes is null')).rows[0]?.n ??
        0;
      const main = fileURLToPath(new URL('../main.ts', import.meta.url));
      const args = [main, 'content', 'files', 'move', '--to', 's3', '--data', folder];
      for (const wanted of [5, 25]) {
        const child = spawn(process.execPath, args, { env: { ...process.env, ...own }, stdio: 'ignore' });
        const ended = once(child, 'close');
        await vi.waitFor(async () => expect(await moved()).toBeGreaterThan(wanted), { timeout: 60_000, interval: 20 });
        child.kill('SIGKILL');
        await ended;
      }
      expect(await moved()).toBeLessThan(80);
      expect(await run(['content', 'files', 'move', '--to', 's3'], own)).toMatchObject({ code: 0 });
      expect(inOrder(await contentsOf(bucket))).toEqual(inOrder(all));
      expect(await allOf(databaseStore(many.db).list())).toEqual([]);

      const back = { ...own, ACADEMY_CONTENT_FILES: 'database' };
      expect(await run(['content', 'files', 'move', '--to', 'database'], back)).toMatchObject({ code: 0 });
      const { rows } = await many.pool.query<{ hash: string; bytes: Buffer }>('select hash, bytes from asset');
      expect(rows.every(({ hash, bytes }) => all.get(hash)?.equals(bytes))).toBe(true);
    },
  );
});
