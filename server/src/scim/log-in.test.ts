import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { directoryDomain } from '../db/directory-tables.ts';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import { startAccounts } from '../identity/accounts.fixture.ts';
import { type Company, logInAt, startCompany } from '../identity/company.fixture.ts';
import { Academy, Browser, type Page } from '../identity/identity.fixture.ts';
import { scimGroupsService } from './scim-groups.service.ts';
import { operationsOf } from './scim-patch.ts';
import { type ScimScope, scimUsersService } from './scim-users.service.ts';

/* People whom their directory described before they log in with it. */

const { database, running } = await startAccounts();
const { db } = database;
const acme = await startCompany(db, { academy: running.issuer, name: 'Acme', domains: ['acme.example'] });
const groups = scimGroupsService({ db });
const users = scimUsersService({ db, release: async () => {}, forget: () => {} });

const scopeOf = ({ directoryId }: Company, domains: string[]): ScimScope => ({
  ...{ directoryId, name: 'Acme', domains: new Set(domains), correlationId: 'test', address: '127.0.0.1' },
});
const scope = scopeOf(acme, ['acme.example']);
const setActive = (id: string, value: boolean) =>
  users.patch(scope, id, null, operationsOf({ Operations: [{ op: 'replace', path: 'active', value }] }));

async function logIn(company: Company, email: string, subject: string, claimed = email) {
  const names = { given_name: 'Eva', family_name: 'Evers' };
  company.people.set(subject, { email: claimed, email_verified: true, ...names });
  const browser = new Browser(running.issuer);
  const academy = new Academy(running);
  const last = await logInAt(company, browser, await browser.open(academy.authorizeUrl()), email, subject);
  return { browser, academy, last };
}
const isIn = ({ url }: Page) => url.includes('/login/callback?code=');
const problemOf = ({ text }: Page) => /<div class="summary"[^>]*><h2>([^<]+)/.exec(text)?.[1];
const subjectOf = async (academy: Academy, page: Page) =>
  decodeJwt(String((await academy.exchange(page.url)).body.access_token)).sub;
const rowOf = async (personId: string) => (await db.select().from(person).where(eq(person.personId, personId)))[0];

test('the first log-in of a described person is found by the external id', async () => {
  const { personId } = await users.create(scope, {
    userName: 'eva',
    externalId: 'okta-1',
    emails: ['eva@acme.example'],
  });
  // The address has changed at the company since.
  const { academy, last } = await logIn(acme, 'new-eva@acme.example', 'okta-1');
  expect(await subjectOf(academy, last)).toBe((await rowOf(personId))?.subject);
  const [of] = await db.select().from(account).where(eq(account.email, 'new-eva@acme.example'));
  expect(of).toMatchObject({ accountId: (await rowOf(personId))?.subject, firstName: 'Eva', lastName: 'Evers' });
});

test('the first log-in of a described person mails nothing about it', async () => {
  await users.create(scope, { userName: 'ida@acme.example', externalId: 'okta-2' });
  const before = running.mails.length;
  expect(isIn((await logIn(acme, 'ida@acme.example', 'okta-2')).last)).toBe(true);
  expect(running.mails.slice(before).map(({ kind }) => kind)).not.toContain('directory-joined');
});

test('or by an address of a proved domain, where the external id is another', async () => {
  const { personId } = await users.create(scope, { userName: 'bob@acme.example', externalId: 'entra-object-1' });
  const { academy, last } = await logIn(acme, 'bob@acme.example', 'pairwise-subject-1');
  expect(await subjectOf(academy, last)).toBe((await rowOf(personId))?.subject);
});

test('a person without an address that counted gets the account at the first log-in', async () => {
  const later = await startCompany(db, { academy: running.issuer, name: 'Later', domains: ['proved.example'] });
  const unproved = scopeOf(later, ['proved.example']);
  const { personId } = await users.create(unproved, { userName: 'nea', emails: [{ value: 'Nea@later.example' }] });
  expect(await rowOf(personId)).toMatchObject({ email: '' });
  await db
    .insert(directoryDomain)
    .values({ directoryId: later.directoryId, domain: 'later.example', proof: 'p', provedAt: new Date() });
  const { academy, last } = await logIn(later, 'nea@later.example', 's');
  expect(isIn(last)).toBe(true);
  expect(await rowOf(personId)).toMatchObject({ subject: await subjectOf(academy, last), email: 'nea@later.example' });
});

// Shows security#leavers
test('a described person who has an account keeps its id, and can leave', async () => {
  const email = 'early@acme.example';
  const made = await running.identity.createAccount({
    ...{ email, firstName: 'E', lastName: 'Arly', password: 'quiet river lantern', emailVerified: true },
  });
  const names = { email, firstName: 'E', lastName: 'Arly', emailVerified: true };
  const subject = made?.accountId ?? '';
  const [early] = await db
    .insert(person)
    .values({ issuer: 'embedded', subject, ...names })
    .returning();
  // The directory has sent no address, so the person could not be found.
  const { id } = await users.create(scope, { userName: 'early', externalId: 'early' });
  const group = await groups.create(scope, { displayName: 'Early', members: [{ value: id }] });
  expect(isIn((await logIn(acme, email, 'early')).last)).toBe(true);
  expect(await users.get(scope, id)).toMatchObject({ id, personId: early?.personId, accountEmail: email });
  expect((await groups.get(scope, group.groupId)).members).toMatchObject([{ id }]);
  await setActive(id, false);
  expect(problemOf((await logIn(acme, email, 'early')).last)).toContain('you have left');
  await groups.patch(
    scope,
    group.groupId,
    null,
    operationsOf({ Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }] }),
  );
  expect((await groups.get(scope, group.groupId)).members).toEqual([]);
});

test('or by the first address that counts', async () => {
  const email = 'later@acme.example';
  await running.identity.createAccount({
    ...{ email, firstName: 'L', lastName: 'Ater', password: 'quiet river lantern', emailVerified: true },
  });
  const { id } = await users.create(scope, { userName: 'later', externalId: 'later' });
  const Operations = [
    { op: 'add', path: 'emails[type eq "work"].value', value: email },
    { op: 'replace', path: 'active', value: 'False' },
  ];
  expect(await users.patch(scope, id, null, operationsOf({ Operations }))).toMatchObject({ id, accountEmail: email });
  expect(await db.select().from(account).where(eq(account.email, email))).toMatchObject([
    { endedAt: expect.any(Date) },
  ]);
});

// Shows security#leavers
test('a leaver cannot log in with directory or password until they are back', async () => {
  const password = 'quiet river lantern';
  const email = 'leaver@acme.example';
  await running.identity.createAccount({ email, firstName: 'L', lastName: 'Eaver', password, emailVerified: true });
  const { personId } = await users.create(scope, { userName: email, externalId: 'leaver' });
  const session = await logIn(acme, email, 'leaver');
  const { refresh_token } = (await session.academy.exchange(session.last.url)).body;
  expect((await setActive(personId, false)).isActive).toBe(false);

  expect((await session.academy.refresh(refresh_token)).status).toBe(400);
  const again = await session.browser.open(session.academy.authorizeUrl());
  expect(again.text).toContain('E-mail address');
  expect(problemOf((await logIn(acme, email, 'leaver')).last)).toContain('Acme says that you have left');
  expect(problemOf((await logIn(acme, email, 'another subject')).last)).toContain('Acme says that you have left');
  const browser = new Browser(running.issuer);
  const page = await browser.open(new Academy(running).authorizeUrl());
  expect(problemOf(await browser.submit(page, { email, password }))).toContain('This account has ended');

  await setActive(personId, true);
  expect(isIn((await logIn(acme, email, 'leaver')).last)).toBe(true);
  const [of] = await db.select().from(account).where(eq(account.email, email));
  expect(of).toMatchObject({ endedAt: null });
});

test('a person who was described as having left gets no account by logging in', async () => {
  await users.create(scope, { userName: 'ghost', externalId: 'ghost', active: false });
  expect(problemOf((await logIn(acme, 'ghost@acme.example', 'ghost')).last)).toContain('you have left');
  expect(await db.$count(account, eq(account.email, 'ghost@acme.example'))).toBe(0);
});
