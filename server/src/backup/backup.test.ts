import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import tar from 'tar-stream';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { fillWithPeople } from './backup.fixture.ts';
import { byReference, SUMS_FILE } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { RowSum } from './row-sum.ts';
import { writeBackup } from './write-backup.ts';

const academy = await testDatabase();
await fillWithPeople(academy.db);

async function backupOf({ pool }: TestDatabase): Promise<Buffer> {
  const { archive, summary } = writeBackup(pool, '1.0.0');
  const bytes = await buffer(archive);
  await summary;
  return bytes;
}

/** A database without any table. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  return database;
}

describe('a backup', () => {
  it('restores into an empty database, row by row', async () => {
    const bytes = await backupOf(academy);
    const copy = await emptyDatabase();
    const summary = await restoreBackup(copy.pool, Readable.from([bytes]));
    expect(summary.sums.person?.count).toBe(50);
    expect(summary.migrated).toEqual([]);
    // The copy makes the same backup again.
    const { archive, summary: again } = writeBackup(copy.pool, '1.0.0');
    await buffer(archive);
    expect((await again).sums).toEqual(summary.sums);
  });

  it('keeps what sequences give next, so that new rows do not collide', async () => {
    const copy = await emptyDatabase();
    await restoreBackup(copy.pool, Readable.from([await backupOf(academy)]));
    const next = async ({ db }: TestDatabase) =>
      (await db.execute<{ id: string }>(sql`select nextval('audit_event_event_id_seq') as id`)).rows[0]?.id;
    expect(await next(copy)).toBe(await next(academy));
  });

  // Shows security#whole-backups
  it('holds the moment at which it began, whatever is written meanwhile', async () => {
    const busy = await testDatabase();
    await fillWithPeople(busy.db);
    const { archive, summary } = writeBackup(busy.pool, '1.0.0');
    const reading = archive[Symbol.asyncIterator]();
    const first = await reading.next();
    await busy.pool.query('delete from person');
    const rest = new PassThrough();
    rest.write(first.value);
    for (let piece = await reading.next(); !piece.done; piece = await reading.next()) rest.write(piece.value);
    rest.end();
    expect((await summary).sums.person?.count).toBe(50);
    const copy = await emptyDatabase();
    expect((await restoreBackup(copy.pool, rest)).sums.person?.count).toBe(50);
  });

  it('fails as a whole when its connection is lost', async () => {
    const lost = await testDatabase();
    await fillWithPeople(lost.db);
    const { archive, summary } = writeBackup(lost.pool, '1.0.0');
    const reading = archive[Symbol.asyncIterator]();
    await reading.next();
    await academy.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(lost.connectionString).pathname.slice(1),
    ]);
    const readOn = async () => {
      while (!(await reading.next()).done);
    };
    await expect(readOn()).rejects.toThrow();
    await expect(summary).rejects.toThrow();
  });
});

describe('a restore', () => {
  it('refuses a database with rows and leaves them alone', async () => {
    const used = await testDatabase();
    await used.pool.query(`insert into person (issuer, subject, email) values ('here', $1, 'kept@example.org')`, [
      randomUUID(),
    ]);
    await expect(restoreBackup(used.pool, Readable.from([await backupOf(academy)]))).rejects.toThrow(
      'the database is not empty, there are rows in person',
    );
    expect((await used.pool.query('select email from person')).rows).toEqual([{ email: 'kept@example.org' }]);
  });

  it('keeps nothing of an archive whose end is missing', async () => {
    const copy = await emptyDatabase();
    const bytes = await backupOf(academy);
    await expect(restoreBackup(copy.pool, Readable.from([bytes.subarray(0, bytes.length - 20_000)]))).rejects.toThrow(
      'the backup is not complete',
    );
    expect((await copy.pool.query('select count(*)::int as n from person')).rows).toEqual([{ n: 0 }]);
  });

  // Shows security#whole-backups
  it('keeps nothing when one row differs from the sums', async () => {
    const copy = await emptyDatabase();
    const changed = await rewritten(await backupOf(academy), (name, bytes) =>
      name.startsWith('tables/person/')
        ? Buffer.from(bytes.toString('utf8').replace('Person 7\t', 'Person 8\t'))
        : bytes,
    );
    await expect(restoreBackup(copy.pool, Readable.from([changed]))).rejects.toThrow(/person came back with 50 rows/);
    expect((await copy.pool.query('select count(*)::int as n from person')).rows).toEqual([{ n: 0 }]);
  });

  it('refuses files that are no backup', async () => {
    const copy = await emptyDatabase();
    await expect(restoreBackup(copy.pool, Readable.from([Buffer.from('not a tar at all')]))).rejects.toThrow(
      /not a backup|not complete/,
    );
    const other = await rewritten(await backupOf(academy), (name, bytes) =>
      name === SUMS_FILE ? Buffer.from('{') : bytes,
    );
    await expect(restoreBackup(copy.pool, Readable.from([other]))).rejects.toThrow('not a backup of an academy');
  });

  it('brings a backup of an older edition up to date', async () => {
    const old = await emptyDatabase();
    const { migrate } = await import('../db/migrate.ts');
    await migrate(old.pool, undefined, 20);
    const copy = await emptyDatabase();
    const { migrated } = await restoreBackup(copy.pool, Readable.from([await backupOf(old)]));
    expect(migrated.length).toBeGreaterThan(0);
    expect(await migrate(copy.pool)).toEqual([]);
  });

  it('refuses a backup of a newer edition', async () => {
    const copy = await emptyDatabase();
    const newer = await rewritten(await backupOf(academy), (name, bytes) => {
      if (name !== 'backup.json') return bytes;
      const head = JSON.parse(bytes.toString('utf8')) as { migrations: { tag: string; hash: string }[] };
      head.migrations.push({ tag: '9999_later', hash: 'unknown' });
      return Buffer.from(JSON.stringify(head));
    });
    await expect(restoreBackup(copy.pool, Readable.from([newer]))).rejects.toThrow(
      'whose tables this edition does not know',
    );
  });
});

describe('the sum of rows', () => {
  const sumOf = (...pieces: string[]) => {
    const sum = new RowSum();
    for (const piece of pieces) sum.add(Buffer.from(piece));
    return { count: sum.count, digest: sum.digest };
  };

  it('is the same in any order and however the bytes are cut', () => {
    expect(sumOf('a\nbb\nccc\n')).toEqual(sumOf('cc', 'c\na', '\nbb\n'));
  });

  it('differs when a row is missing, changed or there twice', () => {
    const all = [sumOf('a\nb\n'), sumOf('a\n'), sumOf('a\nc\n'), sumOf('a\nb\nb\n'), sumOf('a\na\n')];
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(all.length);
  });
});

test('tables come after those that they refer to', () => {
  expect(
    byReference(
      ['b', 'a', 'c'],
      [
        ['a', 'c'],
        ['c', 'b'],
        ['b', 'b'],
      ],
    ),
  ).toEqual(['b', 'c', 'a']);
  expect(() =>
    byReference(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ),
  ).toThrow('in a circle: a, b');
});

async function rewritten(bytes: Buffer, change: (name: string, bytes: Buffer) => Buffer): Promise<Buffer> {
  const extract = tar.extract();
  const pack = tar.pack();
  const written = buffer(pack as unknown as Readable);
  Readable.from([bytes]).pipe(extract);
  for await (const entry of extract) {
    const next = change(entry.header.name, await buffer(entry as unknown as Readable));
    pack.entry({ name: entry.header.name, size: next.length }, next);
  }
  pack.finalize();
  onTestFinished(() => pack.destroy());
  return written;
}
