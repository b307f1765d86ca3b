import { throttle } from '@academy/identity/throttle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { attemptsStore } from './attempts.store.ts';
import { Academy, Browser, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;
const OWNER = { email: 'owner@example.org', firstName: 'Ona', lastName: 'Owner', password: 'seven silver buttons' };

beforeAll(async () => {
  running = await startIdentity(database);
  await running.identity.createAccount(OWNER);
});
afterAll(() => running?.close());

const MINUTE = 60_000;
let clock = Date.UTC(2030, 0, 1);
const now = () => clock;
/** A limiter as one server has it. */
const server = () => throttle(attemptsStore(database.db, now), now);
const network = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

// Shows security#own-provider
test('of 10,000 distributed guesses about thirty are checked', async () => {
  const limits = server();
  let admitted = 0;
  let longest = 0;
  for (let guess = 0; guess < 10_000; guess += 1) {
    const answer = await limits.password('victim@example.org', network(guess), null);
    if ('wait' in answer) longest = Math.max(longest, answer.wait);
    else admitted += 1;
  }
  expect(admitted).toBe(31);
  expect(longest).toBeLessThanOrEqual(60 * MINUTE);
  const own = await limits.password('victim@example.org', network(1), 'hash of the owner’s cookie');
  expect(own).toHaveProperty('wasRight');
});

test('each further guess of strangers waits twice as long, up to an hour', async () => {
  const limits = server();
  const waits: number[] = [];
  for (let guess = 0; guess < 42; guess += 1) {
    const answer = await limits.password('slowly@example.org', network(guess), null);
    if (!('wait' in answer)) continue;
    waits.push(answer.wait);
    clock += answer.wait;
  }
  expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60 * MINUTE);
  expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
});

test('two servers and many requests at once count together', async () => {
  const servers = [server(), server()];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, guess) => servers[guess % 2]?.password('both@example.org', '192.0.2.1', null)),
  );
  expect(answers.filter((answer) => answer !== undefined && 'wasRight' in answer)).toHaveLength(10);
});

test('a classroom shares an address: 200 wrong passwords before its network waits', async () => {
  const limits = server();
  let admitted = 0;
  for (let guess = 0; guess < 260; guess += 1)
    if ('wasRight' in (await limits.password(`learner-${guess}@example.org`, '192.0.2.99', null))) admitted += 1;
  expect(admitted).toBe(200);
  clock += 16 * MINUTE;
  expect(await limits.password('learner-1@example.org', '192.0.2.99', null)).toHaveProperty('wasRight');
});

test('a right password is no guess', async () => {
  const limits = server();
  for (let round = 0; round < 40; round += 1) {
    const answer = await limits.password('often@example.org', '192.0.2.55', null);
    if ('wait' in answer) throw new Error(`round ${round} had to wait`);
    await answer.wasRight();
  }
});

test('one network asks for 200 new passwords in an hour, whoever they are for', async () => {
  const throttle = server();
  for (let count = 0; count < 200; count += 1) expect(await throttle.newPasswords('192.0.2.77')).toBe(0);
  expect(await throttle.newPasswords('192.0.2.77')).toBeGreaterThan(0);
  expect(await throttle.newPasswords('192.0.2.78')).toBe(0);
});

test('counters do not hold addresses of people', async () => {
  await server().mail('somebody.private@example.org', 'reset-password');
  const { rows } = await database.pool.query<{ key: string }>('select key from attempt_window');
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
});

test('strangers’ guesses do not lock out the owner’s browser', async () => {
  const own = new Browser(running.issuer);
  await signInAs(own, new Academy(running), OWNER);

  const stranger = new Browser(running.issuer);
  const page = await stranger.open(new Academy(running).authorizeUrl());
  let last = page;
  for (let guess = 0; guess < 11; guess += 1)
    last = await stranger.submit(page, { email: OWNER.email, password: `guess ${guess}` });
  expect(last.text).toContain('Too many attempts');
  expect((await stranger.submit(page, OWNER)).text).toContain('Too many attempts');

  // A hash takes some 50 ms of CPU time: a hundred of them would take five seconds.
  const before = process.cpuUsage();
  for (let guess = 0; guess < 100; guess += 1)
    await stranger.request(`${page.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: OWNER.email, password: `guess ${guess}` }),
      headers: { origin: new URL(running.issuer).origin },
    });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(4);

  const again = await own.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  expect((await own.submit(again, OWNER)).url).toContain('/login/callback?code=');
});

test('the browser’s own counter holds as well', async () => {
  const own = new Browser(running.issuer);
  const person = { ...OWNER, email: 'own-counter@example.org' };
  await running.identity.createAccount(person);
  await signInAs(own, new Academy(running), person);
  const page = await own.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  let last = page;
  for (let guess = 0; guess < 11; guess += 1)
    last = await own.submit(page, { email: person.email, password: `guess ${guess}` });
  expect(last.text).toContain('Too many attempts');
});
