import { NO_PASSWORD } from '@academy/identity/passwords';
import { loadTenants } from '@academy/tenants';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { account, accountCode } from '../db/identity-tables.ts';
import { invitation } from '../db/import-tables.ts';
import { auditEvent, outboxMail, person } from '../db/tables.ts';
import { startAccounts } from '../identity/accounts.fixture.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { Academy, Browser, signInAs } from '../identity/identity.fixture.ts';
import { invitationsService } from './invitations.service.ts';
import { peopleService } from './people.service.ts';
import { peopleStore } from './people.store.ts';
import { addPerson } from './people-import.store.ts';
import { removePerson } from './remove-person.ts';

const { database, running, pass, now, linkOf } = await startAccounts();
const { db } = database;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const tenants = await loadTenants();
const BY = {
  audit: { personId: null, name: 'ann@example.org', correlationId: null },
  tenantId: 'kube',
  announced: true,
};
const PASSWORD = 'nine brown bicycles';

const service = (issuer: string | null = running.issuer) =>
  invitationsService({
    ...{ db, issuer, now },
    brandOf(tenantId) {
      const tenant = tenants.get(tenantId ?? 'spring');
      if (tenant === undefined) throw new Error('no such academy');
      return { tenant, origin: running.originOf(tenant.tenantId) };
    },
  });

let people = 0;
/** A person as an import adds them. */
async function added(language: 'de' | null = null) {
  people += 1;
  const email = `added-${people}@example.org`;
  const row = await db.transaction((tx) => addPerson(tx, email, { firstName: 'Ada', lastName: 'Added' }));
  await db.update(person).set({ language }).where(eq(person.personId, row.personId));
  return { ...row, email };
}
const mailsTo = (email: string) =>
  db.select().from(outboxMail).where(eq(outboxMail.recipient, email)).orderBy(desc(outboxMail.createdAt));
const linkIn = (plain = '') => /http\S+\/reset\?token=\S+/.exec(plain)?.[0] ?? '';
const newestLink = async (email: string) => linkIn((await mailsTo(email))[0]?.plain);
const choose = async (link: string) => {
  const browser = new Browser(running.issuer);
  return browser.submit(await browser.open(link), { password: PASSWORD });
};
const expired = async (link: string) => (await new Browser(running.issuer).open(link)).text.includes('no longer valid');

test('an invited person chooses a first password, and logs in with it', async () => {
  const { email, personId } = await added();
  expect(await service().invite(email, BY)).toBe('sent');
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ tenantId: 'kube', kind: 'invitation', subject: 'Your account at Kube Academy' });
  expect(mail?.plain).toContain('Hello Ada');
  const link = linkIn(mail?.plain);
  const page = await new Browser(running.issuer).open(link);
  expect(page.text).toContain(email);
  const { text } = await choose(link);
  expect(text).toContain('Your password is set');
  expect(text).not.toContain('changed');
  await signInAs(new Browser(running.issuer), new Academy(running), { email, password: PASSWORD });
  expect(await expired(link)).toBe(true);
  // Nobody is told that a password was changed which did not exist.
  expect(running.mails.filter(({ to }) => to === email)).toEqual([]);
  const entries = await db.select().from(auditEvent).where(eq(auditEvent.targetId, personId));
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([['person.invite', 'ann@example.org']]);
});

test('invitations are counted and limited, and a new link voids the former', async () => {
  const { email, personId } = await added();
  const [first, again] = await Promise.all([service().invite(email, BY), service().invite(email, BY)]);
  expect([first, again].sort()).toEqual(['recent', 'sent']);
  const older = await newestLink(email);
  pass(HOUR + 1);
  expect(await service().invite(email, BY)).toBe('sent');
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(await expired(older)).toBe(true);
  const [counted] = await db.select().from(invitation).where(eq(invitation.personId, personId));
  expect(counted).toMatchObject({ sentCount: 2, tenantId: 'kube' });
});

test('the link of an invitation works for 14 days', async () => {
  const { email } = await added();
  await service().invite(email, BY);
  const link = await newestLink(email);
  pass(14 * DAY - HOUR);
  expect(await expired(link)).toBe(false);
  pass(2 * HOUR);
  expect(await expired(link)).toBe(true);
});

test('an invitation is in the language of its reader', async () => {
  const { email } = await added('de');
  await service().invite(email, BY);
  expect((await mailsTo(email))[0]).toMatchObject({ subject: 'Dein Konto bei Kube Academy' });
});

test('a person who has logged in, and an unknown one, get no invitation', async () => {
  const { email, personId } = await added();
  await db.update(person).set({ firstLoginAt: new Date() }).where(eq(person.personId, personId));
  expect(await service().invite(email, BY)).toBe('logged-in');
  expect(await service().invite('nobody@example.org', BY)).toBe('unknown');
  expect(await mailsTo(email)).toEqual([]);
});

test('a password chosen otherwise voids the invitation; the next leads to the log-in', async () => {
  const { email, subject } = await added();
  await service().invite(email, BY);
  const link = await newestLink(email);
  await db.update(account).set({ passwordHash: 'another' }).where(eq(account.accountId, subject));
  expect((await choose(link)).text).toContain('no longer valid');
  pass(HOUR + 1);
  await service().invite(email, BY);
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ kind: 'invitation-log-in' });
  expect(mail?.plain).toContain(`${running.originOf('kube')}/auth`);
});

test('with another provider anybody is invited to log in, once an hour', async () => {
  const email = 'elsewhere@example.org';
  expect([await service(null).invite(email, BY), await service(null).invite(email, BY)]).toEqual(['sent', 'recent']);
  expect(await mailsTo(email)).toMatchObject([{ kind: 'invitation-log-in' }]);
});

test('invitations and their links are deleted with the person', async () => {
  const { email, personId, subject } = await added();
  await service().invite(email, BY);
  await db.transaction((tx) => removePerson(tx, personId));
  expect(await mailsTo(email)).toEqual([]);
  expect(await db.$count(invitation, eq(invitation.personId, personId))).toBe(0);
  expect(await db.$count(accountCode, eq(accountCode.accountId, subject))).toBe(0);
});

test('the first log-in of an added person is recorded, once', async () => {
  const { email, personId, subject, firstName, lastName } = await added();
  const session = { grantId: null, sessionUid: null, issuedAt: Date.now(), authenticatedAt: null };
  const who = { issuer: EMBEDDED_ISSUER, subject, email, firstName, lastName, emailVerified: false, ...session };
  const firstLogin = async () => {
    await peopleService(peopleStore(db)).actorOfSession(who);
    return (await db.select().from(person).where(eq(person.personId, personId)))[0]?.firstLoginAt;
  };
  const first = await firstLogin();
  expect(first).toBeInstanceOf(Date);
  expect(await firstLogin()).toEqual(first);
});

test('an invited person without a password and a stranger get the same answers', async () => {
  const { email } = await added();
  const answers = async (address: string) => {
    const browser = new Browser(running.issuer);
    const page = await browser.open(new Academy(running).authorizeUrl());
    expect(page.text).toContain('Invited, and no password yet?');
    const wrong = await browser.submit(page, { email: address, password: 'any password at all' });
    const sent = await browser.submit(await browser.open(`${page.url}/forgot`), { email: address });
    return [wrong, sent].map(({ text }) => text.replaceAll(address, '').replace(/[\w-]{40,}|[\w-]{21}|again=\w+/g, ''));
  };
  const [known, nobody] = [await answers(email), await answers('stranger@example.org')];
  expect(known).toEqual(nobody);
  expect(known[0]).toContain('If you were invited and have no password yet');
  // The mail that only the first one gets sets the first password.
  expect((await choose(linkOf(email, 'reset-password'))).text).toContain('Your password is set');
  const [own] = await db.select().from(account).where(eq(account.email, email));
  expect(own?.passwordHash).not.toBe(NO_PASSWORD);
});
