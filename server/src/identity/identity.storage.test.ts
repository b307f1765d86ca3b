import { keepUp, keySealer } from '@academy/identity/keys';
import { setPasswordCost } from '@academy/identity/passwords';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestDatabase, testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';
import { identityStore } from './identity.store.ts';

const database = await testDatabase();
let running: RunningIdentity;

beforeAll(async () => {
  // As outside of tests.
  setPasswordCost();
  running = await startIdentity(database);
  await running.identity.createAccount(LENA);
});
afterAll(() => running?.close());

test('the database holds neither passwords nor usable codes, tokens, sessions or cookies', async () => {
  const browser = new Browser(running.issuer);
  const { callback, tokens } = await signInAs(browser, new Academy(running));
  // A second sign-in with the session stores an interaction that refers to the session.
  await browser.open(new Academy(running).authorizeUrl({ prompt: 'login' }));
  const { rows } = await database.pool.query<{ row: string }>(
    'select row_to_json(a)::text as row from identity_artifact a union all select row_to_json(b)::text from account b',
  );
  const everything = rows.map(({ row }) => row).join('\n');
  const cookies = browser.cookieValues();
  expect(cookies.length).toBeGreaterThan(0);
  const secrets = {
    password: LENA.password,
    code: new URL(callback).searchParams.get('code') ?? '',
    refreshToken: String(tokens.refresh_token),
    ...Object.fromEntries(cookies.map((value, index) => [`cookie ${index}`, value])),
  };
  const found = Object.entries(secrets).filter(([, secret]) => secret === '' || everything.includes(secret));
  expect(found.map(([name]) => name)).toEqual([]);
  expect(everything.includes('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
});

test('two servers that start together end with one signing key', async () => {
  const empty = await makeTestDatabase();
  const started = await Promise.all([startIdentity(empty), startIdentity(empty), startIdentity(empty)]);
  const keys = started.map(({ identity }) => identity.keys().keys);
  expect(keys[0]).toHaveLength(1);
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
  await Promise.all(started.map((one) => one.close()));
  await empty.close();
});

test('of several first keys stored at once one counts', async () => {
  const empty = await makeTestDatabase();
  const { signingKeys } = identityStore(empty.db);
  await Promise.all(Array.from({ length: 6 }, () => keepUp(signingKeys, keySealer({}), Date.now)));
  expect(await signingKeys.list()).toHaveLength(1);
  await empty.close();
});

test('a restart keeps keys, sessions and refresh tokens', async () => {
  const before = await startIdentity(database);
  const browser = new Browser(before.issuer);
  const academy = new Academy(before);
  const { tokens } = await signInAs(browser, academy);
  const { port } = before;
  await before.close();
  const after = await startIdentity(database, { port });
  expect(after.identity.keys()).toEqual(before.identity.keys());
  expect((await academy.refresh(tokens.refresh_token)).status).toBe(200);
  expect((await browser.open(academy.authorizeUrl())).url).toContain('/login/callback?code=');
  await after.close();
});

test('keys show only their public part, and can be encrypted at rest', async () => {
  const published = (await (await fetch(`${running.issuer}oauth2/v1/keys`)).json()) as { keys: object[] };
  expect(published).toEqual(running.identity.keys());
  for (const key of published.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);

  const sealed = await makeTestDatabase();
  const first = await startIdentity(sealed, { keySecret: 'a secret of the environment' });
  await first.close();
  const { rows } = await sealed.pool.query<{ jwk: object }>('select jwk from signing_key');
  expect(Object.keys(rows[0]?.jwk ?? {})).toEqual(['jwe']);
  const again = await startIdentity(sealed, { keySecret: 'a secret of the environment' });
  expect(again.identity.keys()).toEqual(first.identity.keys());
  await again.close();
  await expect(startIdentity(sealed, { keySecret: 'another one' })).rejects.toThrow('cannot be opened');
  await expect(startIdentity(sealed)).rejects.toThrow('no secret');
  await sealed.close();
});

test('what has expired is invisible at once and deleted later', async () => {
  let clock = Date.now();
  const store = identityStore(database.db, () => clock);
  const artifact = { payload: { a: 1 }, grantId: 'g', uid: 'u', expiresAt: new Date(clock + 1_000) };
  await store.artifacts.upsert('Session', 'short', artifact);
  await store.artifacts.upsert('Session', 'kept', { ...artifact, uid: null, expiresAt: null });
  expect(await store.artifacts.find('Session', 'short')).toMatchObject({ payload: { a: 1 } });
  clock += 1_001;
  expect(await store.artifacts.find('Session', 'short')).toBeNull();
  expect(await store.artifacts.findByUid('Session', 'u')).toBeNull();
  expect(await store.artifacts.deleteExpired()).toBeGreaterThan(0);
  expect(await store.artifacts.find('Session', 'kept')).not.toBeNull();
});

test('the first use of an artifact is the one that counts', async () => {
  let clock = Date.now();
  const store = identityStore(database.db, () => clock);
  await store.artifacts.upsert('RefreshToken', 'one', { payload: {}, grantId: null, uid: null, expiresAt: null });
  const first = clock;
  expect(await store.artifacts.consume('RefreshToken', 'one')).toBe(true);
  clock += 60_000;
  expect(await store.artifacts.consume('RefreshToken', 'one')).toBe(false);
  expect((await store.artifacts.find('RefreshToken', 'one'))?.consumedAt?.getTime()).toBe(first);
});

// Shows security#own-provider
test('a session ends 30 days after sign-in at the latest, refresh tokens after 14', async () => {
  let clock = 0;
  const later = await startIdentity(database, { now: () => Date.now() + clock });
  const { tokens } = await signInAs(new Browser(later.issuer), new Academy(later));
  const day = 24 * 60 * 60_000;
  expect(decodeJwt(String(tokens.access_token)).exp).toBeDefined();
  const store = identityStore(database.db, () => Date.now() + clock);
  const { rows } = await database.pool.query<{ model: string; days: number }>(
    `select model, extract(epoch from max(expires_at) - now()) / 86400 as days from identity_artifact
     where model in ('Session', 'RefreshToken', 'Grant') and expires_at is not null group by model order by model`,
  );
  expect(rows.map(({ model, days }) => [model, Math.round(Number(days))])).toEqual([
    ['Grant', 45],
    ['RefreshToken', 7],
    ['Session', 14],
  ]);
  clock = 31 * day;
  expect(await store.artifacts.deleteExpired()).toBeGreaterThan(0);
  await later.close();
});
