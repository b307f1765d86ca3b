import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../audit/audit.store.ts';
import { accountSession, identityArtifact } from '../db/identity-tables.ts';
import { bearerVerifier } from '../identity/bearer.ts';
import {
  Academy,
  AUDIENCE,
  Browser,
  type RunningIdentity,
  signInAs,
  startIdentity,
} from '../identity/identity.fixture.ts';
import { peopleService } from '../people/people.service.ts';
import { peopleStore } from '../people/people.store.ts';
import { removePerson } from '../people/remove-person.ts';
import { testDatabase } from '../testing/database.ts';
import type { Actor } from '../values/scope.ts';
import { accountService } from './account.service.ts';

const database = await testDatabase();
const { db } = database;
const by = COMMAND_LINE;
const clientIds = ['academy-spring', 'academy-kube', 'academy-tanzu'];
let clock = 0;
const now = () => Date.now() + clock;
let running: RunningIdentity;

const EVE = { email: 'eve@example.org', firstName: 'Eve', lastName: 'Evers', password: 'four words in a row' };
const ADA = { ...EVE, email: 'ada@example.org', firstName: 'Ada' };

/** One of several servers on the same database, with a session cache of its own. */
function aServer() {
  const verify = bearerVerifier({ identity: running.identity, audience: AUDIENCE, clientIds }, now);
  const people = peopleService(peopleStore(db), now);
  const forget = () => {
    verify.forget();
    people.forget();
  };
  return {
    account: accountService({ db, securityUrl: null, forget, now }),
    async actorOf(token: unknown): Promise<Actor> {
      const result = await verify(String(token), 'access');
      if ('refused' in result) throw new Error(result.refused);
      return people.actorOfSession(result.bearer);
    },
    async accepts(token: unknown, use: 'access' | 'id' = 'access'): Promise<boolean> {
      const result = await verify(String(token), use);
      return 'bearer' in result && people.actorOfSession(result.bearer).then(Boolean, () => false);
    },
  };
}

beforeAll(async () => {
  running = await startIdentity(database, { now });
  for (const person of [ADA, EVE]) await running.identity.createAccount({ ...person, emailVerified: true });
});
afterAll(() => running?.close());

/** Signs a person in to some academies with one browser. */
async function signedIn(person: typeof ADA, ...tenants: string[]) {
  const browser = new Browser(running.issuer);
  const sessions = [];
  for (const tenant of tenants) {
    const academy = new Academy(running, tenant);
    sessions.push({ academy, ...(await signInAs(browser, academy, person)).tokens });
  }
  return { browser, sessions: sessions as ({ academy: Academy } & Record<string, unknown>)[] };
}

test('a person sees the browsers in which they are signed in', async () => {
  const server = aServer();
  const first = await signedIn(ADA, 'spring', 'kube');
  const second = await signedIn(ADA, 'tanzu');
  await signedIn(EVE, 'spring');
  const list = await server.account.sessions(await server.actorOf(second.sessions[0]?.access_token));
  expect(list).toMatchObject([
    { isCurrent: true, device: 'Unknown browser' },
    { isCurrent: false, device: 'Unknown browser' },
  ]);
  const seenFromKube = await server.account.sessions(await server.actorOf(first.sessions[1]?.access_token));
  expect(seenFromKube.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
});

test('the use of a session is recorded once a minute at most', async () => {
  const server = aServer();
  const { sessions } = await signedIn(EVE, 'spring');
  const academy = sessions[0]?.academy as Academy;
  const actor = await server.actorOf(sessions[0]?.access_token);
  const usedAt = async () => (await server.account.sessions(actor)).find((one) => one.isCurrent)?.lastUsedAt ?? '';
  const before = await usedAt();
  const second = await academy.refresh(sessions[0]?.refresh_token);
  expect(await usedAt()).toBe(before);
  clock = 61_000;
  const third = await academy.refresh(second.body.refresh_token);
  expect(Date.parse(await usedAt()) - Date.parse(before)).toBeGreaterThanOrEqual(60_000);
  await server.account.endSessions(actor, [actor.by.kind === 'session' ? (actor.by.sessionUid ?? '') : ''], by);
  expect(await usedAt()).toBe('');
  expect((await academy.refresh(third.body.refresh_token)).status).toBe(400);
  clock = 0;
});

test('signing out another browser ends it in all academies and servers', async () => {
  const [here, elsewhere] = [aServer(), aServer()];
  const mine = await signedIn(ADA, 'spring');
  const lost = await signedIn(ADA, 'spring', 'kube');
  const eves = await signedIn(EVE, 'spring');
  const actor = await here.actorOf(mine.sessions[0]?.access_token);
  const lostActor = await here.actorOf(lost.sessions[0]?.access_token);
  const uid = lostActor.by.kind === 'session' ? (lostActor.by.sessionUid ?? '') : '';
  const tokens = lost.sessions.map((one) => one.access_token);
  for (const token of tokens) expect(await elsewhere.accepts(token)).toBe(true);

  const eve = await here.actorOf(eves.sessions[0]?.access_token);
  expect(await here.account.endSessions(eve, [uid], by)).toBe(0);
  expect(await here.accepts(tokens[0])).toBe(true);

  expect(await here.account.endSessions(actor, [uid, 'unknown'], by)).toBe(1);
  expect(await here.account.endSessions(actor, [uid], by)).toBe(0);
  for (const token of tokens) expect(await here.accepts(token)).toBe(false);
  clock = 1_001;
  for (const token of tokens) expect(await elsewhere.accepts(token)).toBe(false);
  expect(await elsewhere.accepts(lost.sessions[1]?.id_token, 'id')).toBe(false);
  expect(await elsewhere.accepts(mine.sessions[0]?.access_token)).toBe(true);
  expect(await elsewhere.accepts(eves.sessions[0]?.access_token)).toBe(true);
  clock = 0;
  for (const { academy, refresh_token } of lost.sessions)
    expect((await academy.refresh(refresh_token)).status).toBe(400);
  // The lost browser has to give the password again.
  const page = await lost.browser.open(new Academy(running, 'tanzu').authorizeUrl());
  expect(page.text).toContain('Log in to Tanzu Academy');
});

test('signing out everywhere ends every browser on every server within a second', async () => {
  const [here, elsewhere] = [aServer(), aServer()];
  const all = [await signedIn(ADA, 'spring', 'tanzu'), await signedIn(ADA, 'kube')];
  const eves = await signedIn(EVE, 'kube');
  const tokens = all.flatMap(({ sessions }) => sessions.map((one) => one.access_token));
  for (const token of tokens) expect(await elsewhere.accepts(token)).toBe(true);
  const waiting = new Academy(running, 'spring');
  const code = await all[0]?.browser.open(waiting.authorizeUrl());

  const actor = await here.actorOf(tokens[0]);
  expect(await here.account.endAllSessions(actor, by)).toBeGreaterThanOrEqual(2);
  expect(await here.account.endAllSessions(actor, by)).toBe(0);
  for (const token of tokens) expect(await here.accepts(token)).toBe(false);
  clock = 1_001;
  for (const token of tokens) expect(await elsewhere.accepts(token)).toBe(false);
  expect(await elsewhere.accepts(eves.sessions[0]?.access_token)).toBe(true);
  clock = 0;
  // An authorization code issued before is worthless now.
  expect((await waiting.exchange(code?.url ?? '')).status).toBe(400);
  for (const { academy, refresh_token } of all.flatMap(({ sessions }) => sessions))
    expect((await academy.refresh(refresh_token)).status).toBe(400);
  expect(await db.$count(accountSession)).toBeGreaterThan(0);

  const again = await signedIn(ADA, 'spring');
  expect(await elsewhere.accepts(again.sessions[0]?.access_token)).toBe(true);
});

test('a running request does not restore a session that was ended', async () => {
  const server = aServer();
  const lost = await signedIn(ADA, 'spring');
  const actor = await server.actorOf(lost.sessions[0]?.access_token);
  const uid = actor.by.kind === 'session' ? (actor.by.sessionUid ?? '') : '';
  const rows = await db.select().from(identityArtifact).where(eq(identityArtifact.uid, uid));
  await server.account.endSessions(actor, [uid], by);
  // What the provider library does at the end of a request: it stores the session that the request started with.
  await db.insert(identityArtifact).values(rows);
  const page = await lost.browser.open(new Academy(running, 'spring').authorizeUrl());
  expect(page.text).toContain('Log in to Spring Academy');
  for (const { academy, refresh_token } of lost.sessions)
    expect((await academy.refresh(refresh_token)).status).toBe(400);
});

// Shows security#rights-now
test('a removed person is signed out on every server within a second', async () => {
  const [here, elsewhere] = [aServer(), aServer()];
  const gone = { ...ADA, email: 'gone@example.org' };
  await running.identity.createAccount({ ...gone, emailVerified: true });
  const { sessions } = await signedIn(gone, 'spring');
  const token = sessions[0]?.access_token;
  const actor = await here.actorOf(token);
  expect(await elsewhere.accepts(token)).toBe(true);
  await db.transaction((tx) => removePerson(tx, actor.personId));
  expect(await here.accepts(token)).toBe(true);
  clock = 1_001;
  for (const server of [here, elsewhere]) expect(await server.accepts(token)).toBe(false);
  expect(await peopleStore(db).byId(actor.personId)).toBeNull();
  clock = 0;
});

test('records of expired sessions are deleted', async () => {
  const { sessions } = await signedIn(EVE, 'tanzu');
  const server = aServer();
  const actor = await server.actorOf(sessions[0]?.access_token);
  const before = await db.$count(accountSession);
  clock = 31 * 24 * 3_600_000;
  await running.identity.deleteExpired();
  expect(await db.$count(accountSession)).toBeLessThan(before);
  expect(await server.account.sessions(actor)).toEqual([]);
  clock = 0;
});
