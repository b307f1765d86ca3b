import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithPeople } from '@academy/server/backup/backup.fixture';
import { type TestDatabase, testDatabase } from '@academy/server/testing/database';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const academy = await testDatabase();
await fillWithPeople(academy.db);

const run = (args: readonly string[], { connectionString }: Pick<TestDatabase, 'connectionString'> = academy) =>
  runCommand(folder, args, { env: { DATABASE_URL: connectionString } });
const peopleOf = async ({ pool }: TestDatabase) =>
  (await pool.query('select subject, first_name, last_name from person order by subject')).rows;

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  return database;
}

/** Path of the one file in a folder below that of the test. */
const fileIn = (name: string): string => {
  const [file = '', ...more] = readdirSync(join(folder, name));
  expect(more).toEqual([]);
  return join(folder, name, file);
};

// Shows security#whole-backups
test('a backup is one private file, and restores with every row compared', async () => {
  const made = await run(['backup', '--to', 'plain']);
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Backup written: .*\.tar\.gz \(310 rows in \d+ tables\)\.$/),
  });
  expect(made.err).toContain('person: 50');
  const file = fileIn('plain');
  expect(statSync(file).mode & 0o077).toBe(0);
  const copy = await emptyDatabase();
  expect(await run(['restore', file], copy)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Restored and compared: 310 rows/),
  });
  expect(await peopleOf(copy)).toEqual(await peopleOf(academy));
  expect(await run(['restore', file], copy)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
});

test('a restore without the key secret names the setting', async () => {
  const sealed = await testDatabase();
  await fillWithPeople(sealed.db);
  const env = (database: TestDatabase, secret: Record<string, string>) => ({
    env: { DATABASE_URL: database.connectionString, ...secret },
  });
  const secret = { ACADEMY_KEY_SECRET: 'a secret of this test that is long enough' };
  expect((await runCommand(folder, ['keys', 'rotate'], env(sealed, secret))).code).toBe(0);
  expect((await runCommand(folder, ['backup', '--to', 'with-secret'], env(sealed, {}))).code).toBe(0);
  const restoreWith = async (given: Record<string, string>) =>
    runCommand(folder, ['restore', fileIn('with-secret')], env(await emptyDatabase(), given));
  for (const given of [{}, { ACADEMY_KEY_SECRET: 'another secret, which is long enough as well' }]) {
    const { code, err } = await restoreWith(given);
    expect(code).toBe(0);
    expect(err).toContain('does not open with these settings');
    expect(err).toContain('Set ACADEMY_KEY_SECRET (or ACADEMY_KEY_SECRET_FILE) as it was when the backup was made');
  }
  expect((await restoreWith(secret)).err).not.toContain('ACADEMY_KEY_SECRET');
});

test('backups of the same second leave a file each', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const twice = () => Promise.all([run(['backup', '--to', 'twice']), run(['backup', '--to', 'twice'])]);
  for (const { code, err } of [...(await twice()), ...(await twice())]) expect(code, err).toBe(0);
  const files = readdirSync(join(folder, 'twice'));
  expect(files).toHaveLength(4);
  expect(files.filter((file) => !file.endsWith('.tar.gz'))).toEqual([]);
});

test('a database without an academy is not backed up', async () => {
  expect(await run(['backup', '--to', 'nothing'], await emptyDatabase())).toMatchObject({
    code: 1,
    err: expect.stringContaining('No backup was written: the database holds no academy.'),
  });
  expect(readdirSync(folder)).not.toContain('nothing');
});

test('a backup for a public key opens with its secret key only', async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  expect(await run(['backup', '--to', 'sealed', '--recipient', recipient])).toMatchObject({ code: 0 });
  const file = fileIn('sealed');
  expect(readFileSync(file, 'latin1')).not.toContain('backup.json');
  writeFileSync(join(folder, 'key.txt'), `# made for this test\n${identity}\n`);
  writeFileSync(join(folder, 'other.txt'), await generateX25519Identity());
  const copy = await emptyDatabase();
  const wrong = { code: 1, err: expect.stringContaining('could not be decrypted') };
  expect(await run(['restore', file], copy)).toMatchObject(wrong);
  expect(await run(['restore', file, '--identity-file', 'other.txt'], copy)).toMatchObject(wrong);
  expect(await run(['restore', file, '--identity-file', 'key.txt'], copy)).toMatchObject({ code: 0 });
  expect(await peopleOf(copy)).toHaveLength(50);
});

test('a backup with a passphrase opens with it', async () => {
  writeFileSync(join(folder, 'phrase'), 'a long and secret phrase\n');
  expect(await run(['backup', '--to', 'phrased', '--passphrase-file', 'phrase'])).toMatchObject({ code: 0 });
  const copy = await emptyDatabase();
  expect(await run(['restore', fileIn('phrased'), '--passphrase-file', 'phrase'], copy)).toMatchObject({ code: 0 });
});

test('a backup goes to a command, whose failure is told', async () => {
  const piped = await run(['backup', '--command', 'cat > piped.tar.gz', '--json']);
  expect(piped).toMatchObject({ code: 0 });
  expect(JSON.parse(piped.out)).toMatchObject({ rows: { person: 50 } });
  expect(await run(['restore', 'piped.tar.gz'], await emptyDatabase())).toMatchObject({ code: 0 });
  expect(await run(['backup', '--command', 'head -c 10 > /dev/null; exit 7'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('ended with status 7'),
  });
});

test('wrong use is explained before anything is written', async () => {
  expect(await run(['backup'])).toMatchObject({ code: 2, err: expect.stringContaining('--to') });
  expect(await run(['backup', '--to', 'wrong', '--recipient', 'nonsense'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not a public key of age'),
  });
  expect(await run(['restore', 'missing.tar.gz'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  });
  const both = await run(['restore', fileIn('plain'), '--data', 'trial'], await emptyDatabase());
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') });
  writeFileSync(join(folder, 'text.tar.gz'), 'not a backup');
  expect(await run(['restore', 'text.tar.gz'], await emptyDatabase())).toMatchObject({
    code: 1,
    err: expect.stringContaining('not a backup of an academy'),
  });
  expect(readdirSync(folder)).not.toContain('wrong');
});

test.each([
  ['a file', 'a-file', 'is not a folder'],
  ['a folder below a file', 'a-file/below', 'is not a folder'],
])('a backup into %s ends at once, and says why', async (_what, place, said) => {
  writeFileSync(join(folder, 'a-file'), '');
  // More than the buffers of the streams hold.
  const large = await testDatabase();
  await fillWithPeople(large.db);
  await large.pool.query(
    `update outbox_mail set plain = (select string_agg(md5(outbox_mail.key || i), '') from generate_series(1, 3000) i)`,
  );
  const { code, err } = await run(['backup', '--to', place], large);
  expect(code).toBe(1);
  expect(err).toContain(said);
  expect(err).toContain('--to');
});

test('a folder is no backup, and an empty file no passphrase', async () => {
  expect(await run(['restore', folder])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') });
  writeFileSync(join(folder, 'no-phrase'), '\n');
  expect(await run(['backup', '--to', 'open', '--passphrase-file', 'no-phrase'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no-phrase holds no passphrase.'),
  });
  expect(readdirSync(folder)).not.toContain('open');
});

test('a backup restores into a data folder of a new machine', async () => {
  const file = fileIn('plain');
  const there = ['--data', join(folder, 'new-machine')];
  expect(await runCommand(folder, ['restore', file, ...there])).toMatchObject({ code: 0 });
  expect(await runCommand(folder, ['restore', file, ...there])).toMatchObject({ code: 1 });
  const again = await runCommand(folder, ['backup', '--to', 'again', '--json', ...there]);
  expect(JSON.parse(again.out)).toMatchObject({ rows: { person: 50, audit_event: 200, outbox_mail: 60 } });
});
