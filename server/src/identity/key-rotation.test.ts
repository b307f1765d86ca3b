import { keepUp, keySealer, resealKeys, rotateKeys } from '@academy/identity/keys';
import type { SealingSecrets } from '@academy/identity/sealing';
import { decodeProtectedHeader } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../audit/audit.store.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/database.ts';
import { bearerVerifier } from './bearer.ts';
import { Academy, AUDIENCE, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';
import { revokeEverything } from './revoke-everything.ts';
import { signingKeysStore } from './signing-keys.store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [SECRET, NEXT_SECRET] = ['the secret of the first year', 'the secret of the second year'];
let clock = 0;
const now = () => Date.now() + clock;
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  clock = 0;
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function installation() {
  const database = await makeTestDatabase();
  opened.push(database);
  const store = signingKeysStore(database.db, now);
  return { database, store };
}

async function server(database: TestDatabase, secrets: { keySecret?: string; keySecretBefore?: string } = {}) {
  const running = await startIdentity(database, { now, ...secrets });
  opened.push(running);
  return running;
}

/**
 * Verifies tokens of one server on the other: in an installation both have one address. Tokens expire by the real
 * clock.
 */
const verifierOn = ({ identity }: RunningIdentity, issuer: string) =>
  bearerVerifier({ identity: { ...identity, issuer }, audience: AUDIENCE, clientIds: [] });

const kidOf = (token: unknown) => decodeProtectedHeader(String(token)).kid;

async function shownBy({ issuer }: RunningIdentity): Promise<string[]> {
  const reply = await fetch(`${issuer}oauth2/v1/keys`);
  return ((await reply.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

test('during a rotation both servers accept old and new keys', async () => {
  const { database, store } = await installation();
  const [one, two] = [await server(database), await server(database)];
  await one.identity.createAccount(LENA);
  const academy = new Academy(one);
  const { tokens } = await signInAs(new Browser(one.issuer), academy);
  const [old = ''] = await shownBy(one);
  const verify = verifierOn(two, one.issuer);
  expect(kidOf(tokens.access_token)).toBe(old);
  expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');

  const [added] = (await rotateKeys(store, keySealer({}), { atOnce: false, now })).add;
  const fresh = added?.kid ?? '';
  clock += 1_000;
  for (const running of [one, two]) expect(await shownBy(running)).toEqual([old, fresh]);
  const early = await academy.refresh(tokens.refresh_token);
  expect(kidOf(early.body.access_token)).toBe(old);

  clock += DAY;
  const late = await academy.refresh(early.body.refresh_token);
  expect(late.status).toBe(200);
  expect([kidOf(late.body.access_token), kidOf(late.body.id_token)]).toEqual([fresh, fresh]);
  expect(await verify(String(late.body.access_token), 'access')).toHaveProperty('bearer');
  expect(await shownBy(two)).toEqual([fresh, old]);

  // Any server cleans up; the old key stays until every token that it signed has expired.
  await two.identity.deleteExpired();
  expect(await shownBy(one)).toEqual([fresh, old]);
  clock += HOUR;
  await two.identity.deleteExpired();
  clock += 1_000;
  expect(await shownBy(one)).toEqual([fresh]);
  clock += 31 * DAY;
  await one.identity.deleteExpired();
  expect((await store.list()).map(({ kid }) => kid)).toEqual([fresh]);
});

test('a token of a new key is verified on a server without it', async () => {
  const { database, store } = await installation();
  const [one, two] = [await server(database), await server(database)];
  await one.identity.createAccount(LENA);
  const verify = verifierOn(two, one.issuer);
  await two.identity.freshKeys();
  await rotateKeys(store, keySealer({}), { atOnce: true, now });
  clock += 1_000;
  const { tokens } = await signInAs(new Browser(one.issuer), new Academy(one));
  clock -= 500;
  expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');
});

test('an immediate rotation ends every token within a second; sessions stay', async () => {
  const { database, store } = await installation();
  const [one, two] = [await server(database), await server(database)];
  await one.identity.createAccount(LENA);
  const academy = new Academy(one);
  const { tokens } = await signInAs(new Browser(one.issuer), academy);
  const [old] = await shownBy(one);
  const [here, there] = [verifierOn(one, one.issuer), verifierOn(two, one.issuer)];
  for (const verify of [here, there])
    expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');

  await rotateKeys(store, keySealer({}), { atOnce: true, now });
  clock += 1_000;
  for (const verify of [here, there])
    expect(await verify(String(tokens.access_token), 'access')).toEqual({ refused: 'ERR_JWKS_NO_MATCHING_KEY' });
  for (const running of [one, two]) expect(await shownBy(running)).not.toContain(old);
  const { status, body } = await academy.refresh(tokens.refresh_token);
  expect(status).toBe(200);
  expect(await there(String(body.access_token), 'access')).toHaveProperty('bearer');
});

test('verification and sign-in work while keys are rotated repeatedly', async () => {
  const { database, store } = await installation();
  const [one, two] = [await server(database), await server(database)];
  await one.identity.createAccount(LENA);
  const academy = new Academy(one);
  let { tokens } = await signInAs(new Browser(one.issuer), academy);
  const verify = verifierOn(two, one.issuer);
  const kids = new Set<unknown>();
  for (let round = 0; round < 12; round += 1) {
    // Half a day per round: a key is announced, signs, and is replaced by the next one.
    if (round % 2 === 0) await rotateKeys(store, keySealer({}), { atOnce: false, now });
    clock += DAY / 2;
    const [next, ...checks] = await Promise.all([
      academy.refresh(tokens.refresh_token),
      ...Array.from({ length: 5 }, () => verify(String(tokens.access_token), 'access')),
    ]);
    // The previous token has expired by then, but not by a missing key.
    for (const check of checks) expect(check).not.toEqual({ refused: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(next.status).toBe(200);
    tokens = next.body;
    kids.add(kidOf(tokens.access_token));
    expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');
    await (round % 3 === 0 ? one : two).identity.deleteExpired();
  }
  expect(kids.size).toBeGreaterThanOrEqual(5);
});

test('keys are changed every ninety days by any server, once', async () => {
  const { database, store } = await installation();
  const servers = [await server(database), await server(database)];
  clock += 88 * DAY;
  await Promise.all(servers.map(({ identity }) => identity.deleteExpired()));
  expect(await store.list()).toHaveLength(1);
  clock += DAY + HOUR;
  await Promise.all(servers.map(({ identity }) => identity.deleteExpired()));
  expect(await store.list()).toHaveLength(2);
  await Promise.all(Array.from({ length: 6 }, () => keepUp(store, keySealer({}), now)));
  expect(await store.list()).toHaveLength(2);
});

test('a database that does not reply leaves the known keys in use', async () => {
  const { database } = await installation();
  const running = await server(database);
  await running.identity.createAccount(LENA);
  const { tokens } = await signInAs(new Browser(running.issuer), new Academy(running));
  await database.pool.query('alter table signing_key rename to signing_key_gone');
  clock += 1_000;
  const verify = verifierOn(running, running.issuer);
  expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');
  expect(running.logged).toContainEqual(expect.objectContaining({ level: 'error' }));
  await database.pool.query('alter table signing_key_gone rename to signing_key');
});

// Shows security#secrets
test('the key secret can be added and changed without losing keys', async () => {
  const { database, store } = await installation();
  const first = await server(database);
  await first.identity.createAccount(LENA);
  const { port } = first;
  const academy = new Academy(first);
  let { tokens } = await signInAs(new Browser(first.issuer), academy);
  const shown = await shownBy(first);
  const forms = async () => (await store.list()).map(({ jwk }) => ('jwe' in jwk ? 'encrypted' : 'plain'));
  expect(await forms()).toEqual(['plain']);
  const steps: { secrets: SealingSecrets; form: string }[] = [
    { secrets: { secret: SECRET }, form: 'encrypted' },
    { secrets: { secret: NEXT_SECRET, secretBefore: SECRET }, form: 'encrypted' },
    { secrets: { secret: NEXT_SECRET }, form: 'encrypted' },
    { secrets: { secretBefore: NEXT_SECRET }, form: 'plain' },
  ];
  let before = first;
  for (const { secrets, form } of steps) {
    await before.close();
    const running = await startIdentity(database, {
      now,
      port,
      ...(secrets.secret === undefined ? {} : { keySecret: secrets.secret }),
      ...(secrets.secretBefore === undefined ? {} : { keySecretBefore: secrets.secretBefore }),
    });
    before = running;
    opened.push(running);
    await resealKeys(store, keySealer(secrets));
    expect(await forms()).toEqual([form]);
    expect(await shownBy(running)).toEqual(shown);
    const next = await academy.refresh(tokens.refresh_token);
    expect(next.status).toBe(200);
    tokens = next.body;
  }
});

test('a new key is refused while the present ones cannot be decrypted', async () => {
  const { database, store } = await installation();
  await server(database, { keySecret: SECRET });
  const [old] = await store.list();
  for (const atOnce of [true, false]) {
    await expect(rotateKeys(store, keySealer({}), { atOnce, now })).rejects.toThrow('no secret');
    await expect(rotateKeys(store, keySealer({ secret: NEXT_SECRET }), { atOnce, now })).rejects.toThrow('this secret');
  }
  expect(await store.list()).toEqual([old]);
  await rotateKeys(store, keySealer({ secret: NEXT_SECRET }), { atOnce: true, secretLost: true, now });
  const again = await server(database, { keySecret: NEXT_SECRET });
  expect(await shownBy(again)).toHaveLength(1);
  expect(await shownBy(again)).not.toContain(old?.kid);
});

test('after a break-in one step revokes everything on all servers', async () => {
  const { database } = await installation();
  const [one, two] = [await server(database), await server(database)];
  await one.identity.createAccount(LENA);
  const [academy, browser] = [new Academy(one), new Browser(one.issuer)];
  const { tokens } = await signInAs(browser, academy);
  const checks = [verifierOn(one, one.issuer), verifierOn(two, one.issuer)];
  for (const verify of checks) expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('bearer');
  const revoked = await revokeEverything(database.db, { sealer: keySealer({}), secretLost: false }, COMMAND_LINE);
  expect(revoked).toEqual({ sessions: 1, personalAccessTokens: 0, kid: expect.any(String) });
  clock += 1_000;
  for (const verify of checks) expect(await verify(String(tokens.access_token), 'access')).toHaveProperty('refused');
  expect((await academy.refresh(tokens.refresh_token)).status).toBe(400);
  expect((await browser.open(new Academy(one).authorizeUrl())).text).toContain('name="password"');
  expect(await shownBy(two)).toEqual([revoked.kid]);
  const again = await signInAs(browser, new Academy(one));
  expect(await checks[1]?.(String(again.tokens.access_token), 'access')).toHaveProperty('bearer');
});
