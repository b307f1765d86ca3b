import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let clock = 0;
const now = () => Date.now() + clock;
/** Two servers on one database. */
let servers: [RunningIdentity, RunningIdentity];

beforeAll(async () => {
  servers = [await startIdentity(database, { now }), await startIdentity(database, { now })];
  await servers[0].identity.createAccount(LENA);
});
beforeEach(() => {
  clock = 0;
});
afterAll(() => Promise.all(servers.map((one) => one.close())));

/** A refresh token of a new log-in, and the same academy on both servers. */
async function loggedIn() {
  const academies = servers.map((one) => new Academy(one)) as [Academy, Academy];
  const { tokens } = await signInAs(new Browser(servers[0].issuer), academies[0]);
  return { academies, first: String(tokens.refresh_token) };
}
const tokenIn = ({ body }: { body: Record<string, unknown> }) => String(body.refresh_token);

test('parallel calls with one refresh token get the same successor', async () => {
  const { academies, first } = await loggedIn();
  const calls = Array.from({ length: 8 }, (_, index) => academies[index % 2 === 0 ? 0 : 1].refresh(first));
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const tokens = new Set(answers.map(tokenIn));
  expect(tokens.size).toBe(1);
  expect(tokens.has(first)).toBe(false);
  clock += 20_000;
  expect(tokenIn(await academies[1].refresh(first))).toBe([...tokens][0]);
});

test('a late call within the grace period gets the newest token', async () => {
  const { academies, first } = await loggedIn();
  const second = tokenIn(await academies[0].refresh(first));
  const third = tokenIn(await academies[0].refresh(second));
  clock += 10_000;
  expect(tokenIn(await academies[1].refresh(first))).toBe(third);
  clock += 60_000;
  expect((await academies[1].refresh(third)).status).toBe(200);
});

test('after the grace period the use of any ancestor ends the grant', async () => {
  for (const age of [0, 1, 2]) {
    const { academies, first } = await loggedIn();
    const line = [first];
    for (let round = 0; round < 3; round += 1) {
      line.push(tokenIn(await academies[0].refresh(line[round])));
      clock += 30_000;
    }
    expect((await academies[1].refresh(line[age])).status).toBe(400);
    expect((await academies[0].refresh(line[3])).status).toBe(400);
  }
});

test('the database reveals no refresh token', async () => {
  const { academies, first } = await loggedIn();
  const second = tokenIn(await academies[0].refresh(first));
  const { rows } = await database.pool.query<{ row: string }>(
    'select row_to_json(a)::text as row from identity_artifact a',
  );
  const everything = rows.map(({ row }) => row).join('\n');
  expect([first, second].filter((token) => everything.includes(token))).toEqual([]);
});

test('a refresh token used by an earlier release gets one successor', async () => {
  const { academies, first } = await loggedIn();
  await database.pool.query(
    "update identity_artifact set consumed_at = now() where model = 'RefreshToken' and consumed_at is null",
  );
  const answers = await Promise.all([academies[0].refresh(first), academies[1].refresh(first)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(tokenIn)).size).toBe(1);
});
