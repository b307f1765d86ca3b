import { addPass } from '@academy/identity/directories/directory-states';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { directory, directoryAccount } from '../db/directory-tables.ts';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import { startAccounts } from './accounts.fixture.ts';
import { type Company, logInAt, startCompany } from './company.fixture.ts';
import { Academy, Browser, type Page } from './identity.fixture.ts';
import { identityStore } from './identity.store.ts';
import { endSessionsElsewhere } from './sessions.store.ts';

const { database, running, accountOf, confirmedPerson } = await startAccounts();
const { db } = database;
const acme = await startCompany(db, {
  ...{ academy: running.issuer, name: 'Acme', domains: ['acme.example'] },
  mapping: {
    groups: {
      claim: 'groups',
      values: [
        { value: 'eng', group: 'Engineers' },
        { value: 'ops', group: 'Ops' },
      ],
    },
  },
});
let people = 0;

function employee(more: Record<string, unknown> = {}) {
  people += 1;
  const [email, subject] = [`s${people}@acme.example`, `of-sessions-${people}`];
  acme.people.set(subject, { email, email_verified: true, given_name: 'Eva', family_name: 'Ende', ...more });
  return { email, subject };
}

async function logIn(
  company: Company,
  { email, subject }: { email: string; subject: string },
  browser = new Browser(running.issuer),
) {
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl());
  const last = await logInAt(company, browser, page, email, subject);
  const { body } = await academy.exchange(last.url);
  return { browser, academy, tokens: body };
}

async function withPassword(person: { email: string; password: string }) {
  const [browser, academy] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(academy.authorizeUrl());
  const last = await browser.submit(page, person);
  return { browser, academy, tokens: (await academy.exchange(last.url)).body };
}

/** Logs out of the academy. @returns the page after it */
async function logOut({
  browser,
  tokens,
}: Pick<Awaited<ReturnType<typeof logIn>>, 'browser' | 'tokens'>): Promise<Page> {
  const query = new URLSearchParams({
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: running.originOf('spring'),
  });
  return browser.submit(await browser.open(`${running.issuer}oauth2/v1/logout?${query}`), { logout: 'yes' });
}

// Log-out.

test('a log-out goes on to the company, and comes home to the academy', async () => {
  const eva = employee();
  const session = await logIn(acme, eva);
  const leaving = await logOut(session);
  expect(leaving.text).toContain('You are logged out of the academy');
  const to = new URL(/url=(.*)/.exec(leaving.headers.get('refresh') ?? '')?.[1] ?? '');
  expect(to.origin).toBe(acme.issuer);
  expect(to.searchParams.get('id_token_hint')).toMatch(/^ey/);
  const back = `${to.searchParams.get('post_logout_redirect_uri')}?state=${to.searchParams.get('state')}`;
  expect((await session.browser.open(back)).url).toBe(`${running.originOf('spring')}/`);
  // Its address works once.
  expect((await session.browser.open(back)).text).toContain('used already');
  expect((await session.academy.refresh(session.tokens.refresh_token)).status).toBe(400);
});

test('a log-out of a person without a company leads home at once', async () => {
  const session = await withPassword(await confirmedPerson());
  expect((await logOut(session)).url).toBe(`${running.originOf('spring')}/`);
});

test('a company that cannot be reached keeps nobody from logging out', async () => {
  const company = await startCompany(db, { academy: running.issuer, name: 'Away', domains: ['away.example'] });
  company.people.set('away', { email: 'x@away.example', email_verified: true });
  const session = await logIn(company, { email: 'x@away.example', subject: 'away' });
  await db
    .update(directory)
    .set({ issuer: 'http://127.0.0.1:9' })
    .where(eq(directory.directoryId, company.directoryId));
  expect((await logOut(session)).url).toBe(`${running.originOf('spring')}/`);
});

// A directory that becomes required.

// Shows security#directories
test('sessions that began elsewhere end where a directory becomes required', async () => {
  const company = await startCompany(db, { academy: running.issuer, name: 'Req', domains: ['req.example'] });
  company.people.set('own', { email: 'own@req.example', email_verified: true });
  const own = await logIn(company, { email: 'own@req.example', subject: 'own' });
  const password = 'quiet river lantern';
  const names = { firstName: 'P', lastName: 'W' };
  await running.identity.createAccount({ email: 'pw@req.example', password, ...names });
  const other = await withPassword({ email: 'pw@req.example', password });
  const outside = await withPassword(await confirmedPerson());
  expect(await endSessionsElsewhere(db, company.directoryId)).toBe(1);
  const refreshed = async ({ academy, tokens }: typeof own) => (await academy.refresh(tokens.refresh_token)).status;
  expect([await refreshed(own), await refreshed(other), await refreshed(outside)]).toEqual([200, 400, 200]);
});

test('a session of the company that went on with a password began elsewhere', async () => {
  const company = await startCompany(db, { academy: running.issuer, name: 'Two', domains: ['two.example'] });
  company.people.set('two', { email: 'two@two.example', email_verified: true });
  const password = 'quiet river lantern';
  await running.identity.createAccount({ email: 'two@two.example', password, firstName: 'T', lastName: 'W' });
  const { browser } = await logIn(company, { email: 'two@two.example', subject: 'two' });
  const academy = new Academy(running);
  const page = await browser.open(academy.authorizeUrl({ prompt: 'login' }));
  await academy.exchange((await browser.submit(page, { email: 'two@two.example', password })).url);
  expect(await endSessionsElsewhere(db, company.directoryId)).toBe(1);
});

// The account of a person.

const accountPage = (browser: Browser) => browser.open(`${running.issuer}account/directory`);

test('a person with a password disconnects their company, and logs in without it', async () => {
  const eva = employee();
  const password = 'quiet river lantern';
  await running.identity.createAccount({ email: eva.email, password, firstName: 'E', lastName: 'E' });
  const { browser } = await logIn(acme, eva);
  expect((await browser.open(`${running.issuer}account`)).text).toContain('Log-in of your company');
  const page = await accountPage(browser);
  expect(page.text).toContain('Your account is connected with Acme');
  expect((await browser.submit(page, {})).text).toContain('no longer connected');
  expect(await db.select().from(directoryAccount).where(eq(directoryAccount.subject, eva.subject))).toEqual([]);
  expect((await withPassword({ email: eva.email, password })).tokens.access_token).toBeDefined();
});

// Shows security#directories
test('the only way to log in, and a required one, cannot be disconnected', async () => {
  const eva = employee();
  const { browser } = await logIn(acme, eva);
  const page = await accountPage(browser);
  expect(page.text).toContain('the only way to log in');
  expect(page.text).not.toContain('<form');
  const headers = { origin: new URL(running.issuer).origin };
  const post = () =>
    browser.open(`${running.issuer}account/directory`, { method: 'POST', body: new URLSearchParams(), headers });
  expect((await post()).text).toContain('Your account is connected');
  await db.update(account).set({ passwordHash: 'x' }).where(eq(account.email, eva.email));
  await db.update(directory).set({ isRequired: true }).where(eq(directory.directoryId, acme.directoryId));
  expect((await accountPage(browser)).text).toContain('requires its people');
  expect((await post()).text).toContain('Your account is connected');
  await db.update(directory).set({ isRequired: false }).where(eq(directory.directoryId, acme.directoryId));
  await db.update(account).set({ passwordHash: NO_PASSWORD }).where(eq(account.email, eva.email));
});

test('an operator’s pass lets a person disconnect a required company that is broken', async () => {
  const eva = employee();
  const { browser } = await logIn(acme, eva);
  await db.update(account).set({ passwordHash: 'x' }).where(eq(account.email, eva.email));
  await db.update(directory).set({ isRequired: true }).where(eq(directory.directoryId, acme.directoryId));
  await addPass(identityStore(db).artifacts, eva.email);
  expect((await accountPage(browser)).text).toContain('<form');
  await db.update(directory).set({ isRequired: false }).where(eq(directory.directoryId, acme.directoryId));
});

// Groups by claims.

async function groupsOf(email: string): Promise<string[]> {
  const { accountId = '' } = (await accountOf(email)) ?? {};
  const rows = await db
    .select({ name: learnerGroup.name, source: groupMember.source })
    .from(groupMember)
    .innerJoin(learnerGroup, eq(learnerGroup.groupId, groupMember.groupId))
    .innerJoin(person, eq(person.personId, groupMember.personId))
    .where(eq(person.subject, accountId))
    .orderBy(learnerGroup.name);
  return rows.map(({ name, source }) => `${name} ${source}`);
}

test('groups follow the claim at each log-in, and other sources keep theirs', async () => {
  const eva = employee({ groups: ['eng', 'ops', 'unknown'] });
  await logIn(acme, eva);
  expect(await groupsOf(eva.email)).toEqual(['Engineers claim', 'Ops claim']);
  const [ops] = await db.select().from(learnerGroup).where(eq(learnerGroup.name, 'Ops'));
  const [row] = await db.select().from(person).where(eq(person.email, eva.email));
  await db.insert(groupMember).values({ groupId: ops?.groupId ?? '', personId: row?.personId ?? '', source: 'hand' });
  acme.people.set(eva.subject, { ...acme.people.get(eva.subject), groups: 'eng' });
  await logIn(acme, eva);
  expect(await groupsOf(eva.email)).toEqual(['Engineers claim', 'Ops hand']);
  acme.people.set(eva.subject, { ...acme.people.get(eva.subject), groups: undefined });
  await logIn(acme, eva);
  expect(await groupsOf(eva.email)).toEqual(['Ops hand']);
});

// Shows security#directories
test('a claim puts nobody into a group of another directory or of the academy', async () => {
  const [own] = await db.insert(learnerGroup).values({ name: 'Administrators' }).returning();
  const company = await startCompany(db, {
    ...{ academy: running.issuer, name: 'Grp', domains: ['grp.example'] },
    mapping: {
      groups: {
        claim: 'groups',
        values: [
          { value: 'a', group: 'Administrators' },
          { value: 'e', group: 'Engineers' },
        ],
      },
    },
  });
  company.people.set('grp', { email: 'g@grp.example', email_verified: true, groups: ['a', 'e'] });
  await logIn(company, { email: 'g@grp.example', subject: 'grp' });
  expect(
    await db
      .select()
      .from(groupMember)
      .where(eq(groupMember.groupId, own?.groupId ?? '')),
  ).toEqual([]);
  const made = await db.select().from(learnerGroup).where(eq(learnerGroup.directoryId, company.directoryId));
  expect(made.map(({ name }) => name).sort()).toEqual(['Administrators', 'Engineers']);
});
