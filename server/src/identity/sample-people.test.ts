import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';
import { ensureSamplePeople, type SamplePeopleOptions } from './sample-people.ts';

const database = await testDatabase();
let running: RunningIdentity;
let dataFolder: string;
const ensure = (changes: Partial<SamplePeopleOptions> = {}) =>
  ensureSamplePeople({
    environment: 'local',
    host: '127.0.0.1',
    databaseUrl: null,
    dataFolder,
    db: database.db,
    identity: running.identity,
    ...changes,
  });
const kept = async () =>
  JSON.parse(await readFile(join(dataFolder, 'sample-people.json'), 'utf8')) as {
    role: string;
    email: string;
    password: string;
  }[];

beforeAll(async () => {
  running = await startIdentity(database);
  dataFolder = await mkdtemp(join(tmpdir(), 'academy-people-'));
});
afterAll(async () => {
  await running?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

test('outside local there are no sample people', async () => {
  expect(await ensure({ environment: 'prod' })).toEqual([]);
  expect(await running.identity.findAccount('learner@example.org')).toBeNull();
});

test('sample people are refused while other machines can reach the server', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.7'])
    await expect(ensure({ host })).rejects.toThrow('only while the server listens on this machine');
});

test('the first start creates learner, pro and admin with private passwords', async () => {
  const people = await ensure();
  expect(people.map(({ role, email }) => [role, email])).toEqual([
    ['learner', 'learner@example.org'],
    ['pro', 'pro@example.org'],
    ['admin', 'admin@example.org'],
  ]);
  expect(new Set(people.map(({ password }) => password)).size).toBe(3);
  for (const { password } of people) expect(password).toMatch(/^([a-z]{4}-){3}\d{4}$/);
  expect(await kept()).toEqual(people);
  expect((await stat(join(dataFolder, 'sample-people.json'))).mode & 0o777).toBe(0o600);
  for (const person of await kept()) await signInAs(new Browser(running.issuer), new Academy(running), person);
  const { rows } = await database.pool.query(
    `select email, is_admin, pro_starts_at <= now() and pro_ends_at > now() as is_pro, email_verified from person order by email`,
  );
  expect(rows).toEqual([
    { email: 'admin@example.org', is_admin: true, is_pro: null, email_verified: true },
    { email: 'learner@example.org', is_admin: false, is_pro: null, email_verified: true },
    { email: 'pro@example.org', is_admin: false, is_pro: true, email_verified: true },
  ]);
});

test('later starts keep the passwords and make again who is missing', async () => {
  const before = await kept();
  await database.pool.query(`delete from account where email = 'pro@example.org'`);
  expect(await ensure()).toEqual(before);
  for (const person of before) await signInAs(new Browser(running.issuer), new Academy(running), person);
});

test('a lost or damaged file means new passwords for the same people', async () => {
  const before = await kept();
  const admin = await running.identity.findAccount('admin@example.org');
  await writeFile(join(dataFolder, 'sample-people.json'), 'not json');
  const after = await ensure();
  expect(after.map(({ password }) => password)).not.toEqual(before.map(({ password }) => password));
  expect(await kept()).toEqual(after);
  expect((await running.identity.findAccount('admin@example.org'))?.accountId).toBe(admin?.accountId);
  for (const person of await kept()) await signInAs(new Browser(running.issuer), new Academy(running), person);
});

test("a second academy on the same database keeps the first one's passwords", async () => {
  const before = await kept();
  const second = await mkdtemp(join(tmpdir(), 'academy-people-'));
  try {
    const people = await ensure({ dataFolder: second, databaseUrl: 'postgres://shared' });
    expect(people.map(({ password }) => password)).toEqual([null, null, null]);
    await expect(stat(join(second, 'sample-people.json'))).rejects.toThrow('ENOENT');
    for (const person of before) await signInAs(new Browser(running.issuer), new Academy(running), person);
    expect(await ensure({ databaseUrl: 'postgres://shared' })).toEqual(before);
  } finally {
    await rm(second, { recursive: true });
  }
});
