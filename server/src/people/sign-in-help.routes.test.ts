import { searchPeople } from '@academy/contract/people-admin';
import { type ImportRow, importPeople } from '@academy/contract/people-import';
import { helpSignIn, type SignInHelp } from '@academy/contract/people-invitations';
import { getLearner } from '@academy/contract/people-learners';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { account, accountCode, accountTotp } from '../db/identity-tables.ts';
import { auditEvent, outboxMail, person } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({ keepsAccounts: true });
const { db } = app.database;
const ann = await app.aPerson({ admin: true });
const as = async () => ({ bearer: await ann.bearer(), tenant: 'kube' });

async function help(userId: string, what: SignInHelp) {
  const { status, body } = await app.call(helpSignIn, { params: { userId }, body: { help: what } }, await as());
  return { status, data: body.data, message: body.errors[0]?.errorMessage };
}
const mailsTo = (email: string) => db.select().from(outboxMail).where(eq(outboxMail.recipient, email));
const auditOf = async (targetId: string) =>
  (await db.select().from(auditEvent).where(eq(auditEvent.targetId, targetId))).map(({ action }) => action);
const accountOf = async (email: string) => {
  const [row] = await db.select().from(account).where(eq(account.email, email));
  if (row === undefined) throw new Error(`${email} has no account`);
  return row;
};

test('an administrator sends a person a link for a new password', async () => {
  const { personId, email } = await app.aPerson();
  await db.update(person).set({ language: 'de' }).where(eq(person.personId, personId));
  expect(await help(personId, 'password-link')).toMatchObject({ status: 200 });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({
    kind: 'password-link',
    tenantId: 'kube',
    subject: 'Wähle ein neues Passwort für Kube Academy',
  });
  expect(mail?.plain).toContain('/idp/reset?token=');
  const { accountId } = await accountOf(email);
  const [code] = await db.select().from(accountCode).where(eq(accountCode.accountId, accountId));
  expect((code?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await auditOf(personId)).toEqual(['account.send-password-link']);
});

test('an administrator takes off a second factor, and its owner is told by mail', async () => {
  const { personId, email } = await app.aPerson();
  const { accountId } = await accountOf(email);
  await db.insert(accountTotp).values({ accountId, secret: 'secret', confirmedAt: new Date() });
  expect(await help(personId, 'second-factors')).toMatchObject({ data: { removed: 1, sessions: 0 } });
  expect(await db.$count(accountTotp, eq(accountTotp.accountId, accountId))).toBe(0);
  expect(await mailsTo(email)).toMatchObject([{ kind: 'second-factor-changed' }]);
  expect(await auditOf(accountId)).toEqual(['account.reset-second-factor']);
});

test('an administrator ends the sessions of a person at once', async () => {
  const lena = await app.aPerson();
  expect(await help(lena.personId, 'sessions')).toMatchObject({ status: 200 });
  expect(await mailsTo(lena.email)).toMatchObject([{ kind: 'sessions-ended' }]);
  expect(await auditOf(lena.personId)).toEqual(['account.end-sessions']);
});

test('an administrator confirms an address, once', async () => {
  const { personId, email } = await app.aPerson();
  await db.update(account).set({ emailVerified: false }).where(eq(account.email, email));
  await db.update(person).set({ emailVerified: false }).where(eq(person.personId, personId));
  for (let times = 0; times < 2; times += 1) expect((await help(personId, 'address')).status).toBe(200);
  expect((await accountOf(email)).emailVerified).toBe(true);
  expect(await mailsTo(email)).toMatchObject([{ kind: 'address-confirmed' }]);
  expect(await auditOf(personId)).toEqual(['account.confirm-address']);
});

test('help is refused for the own account and for accounts of another provider', async () => {
  expect(await help(ann.personId, 'second-factors')).toMatchObject({
    status: 409,
    message: expect.stringContaining('your own account'),
  });
  const { personId } = await app.aPerson();
  await db.update(person).set({ issuer: 'https://other.example/' }).where(eq(person.personId, personId));
  expect(await help(personId, 'address')).toMatchObject({
    status: 409,
    message: expect.stringContaining('managed where'),
  });
  expect((await help(crypto.randomUUID(), 'sessions')).status).toBe(404);
});

test('people who never logged in are listed, with their invitations', async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  const rows: (Partial<ImportRow> & { line: number })[] = [{ line: 2, email, firstName: 'Nora', lastName: 'New' }];
  await app.call(importPeople, { body: { dryRun: false, invite: true, rows } }, await as());
  const found = await app.call(searchPeople, { body: { neverLoggedIn: true } }, await as());
  expect(found.body.data).toMatchObject({
    result: { totalElements: 1, content: [{ email, firstLoginAt: null, invitation: { sentCount: 1 } }] },
  });
  const [{ userId = '' } = {}] = (found.body.data as { result: { content: { userId: string }[] } }).result.content;
  const learner = await app.call(getLearner, { params: { userId } }, await as());
  expect(learner.body.data).toMatchObject({
    addedAt: expect.any(String),
    firstLoginAt: null,
    invitation: { sentCount: 1 },
  });
  const known = await app.call(getLearner, { params: { userId: ann.personId } }, await as());
  const { createdAt } = known.body.data as { createdAt: string };
  expect(known.body.data).toMatchObject({ addedAt: null, firstLoginAt: createdAt, invitation: null });
});

test('an import invites the people whom it adds, and nobody when it is repeated', async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  const body = {
    dryRun: true,
    invite: true,
    rows: [
      { line: 2, email },
      { line: 3, email: ann.email },
    ],
  };
  await app.call(importPeople, { body }, await as());
  expect(await mailsTo(email)).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    await app.call(importPeople, { body: { ...body, dryRun: false } }, await as());
  expect(await mailsTo(email)).toMatchObject([{ kind: 'invitation', tenantId: 'kube' }]);
  expect(await mailsTo(ann.email)).toEqual([]);
});
