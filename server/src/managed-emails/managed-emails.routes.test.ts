import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  type EmailType,
  listEmails,
  type ManagedEmail,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/managed-emails';
import { findAccount } from '@academy/contract/people';
import type { Tenant } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, accountCode, attemptWindow } from '../db/identity-tables.ts';
import { managedEmail, managedEmailCode } from '../db/message-tables.ts';
import { auditEvent, outboxMail, person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import type { SignedInScope } from '../values/scope.ts';
import { managedEmailsService } from './managed-emails.service.ts';

const app = await startApp({ limits: { accountLookupsPerMinute: 1_000_000 } });
const { db } = app.database;

beforeEach(async () => {
  for (const table of [managedEmail, outboxMail, auditEvent, attemptWindow, person]) await db.delete(table);
});

const as = async (who: TestPerson, tenant = 'spring') => ({ tenant, bearer: await who.bearer() });
const list = async (who: TestPerson, type?: EmailType, tenant?: string) => {
  const { body } = await app.call(listEmails, { query: type === undefined ? {} : { type } }, await as(who, tenant));
  return (body.data as { result: ManagedEmail[] } | null)?.result.map(({ email, isVerified }) => [email, isVerified]);
};
const add = async (who: TestPerson, emailId: string, emailType: EmailType = 'work', tenant?: string) =>
  app.call(addEmail, { query: { emailType, emailId } }, await as(who, tenant));
const send = async (who: TestPerson, verifiableEmail: string, emailType: EmailType = 'work') =>
  app.call(sendVerificationCode, { query: { emailType, verifiableEmail, tenant: 'spring' } }, await as(who));
const check = async (who: TestPerson, code: string, email: string, emailType: EmailType = 'work') => {
  const query = { emailType, verifiableEmail: email, verificationCode: code };
  const { body } = await app.call(checkVerificationCode, { query }, await as(who));
  return (body.data as { isEmailVerified: boolean } | null)?.isEmailVerified;
};
/** The digits in the newest mail to an address. */
const codeTo = async (email: string) => {
  const rows = await db.select().from(outboxMail).where(eq(outboxMail.recipient, email)).orderBy(outboxMail.createdAt);
  return /^ {4}(\d{6})$/m.exec(rows.at(-1)?.plain ?? '')?.[1] ?? '';
};
const verify = async (who: TestPerson, email: string, type: EmailType = 'work') => {
  await send(who, email, type);
  expect(await check(who, await codeTo(email), email, type)).toBe(true);
};
const audited = async () =>
  (await db.select().from(auditEvent).orderBy(auditEvent.eventId)).map(({ action, details }) => [action, details]);

test('a newly verified address is mailed to the owner and the former address', async () => {
  const names = { email: 'moved@example.org', firstName: 'Lena', lastName: 'Lind' };
  const accounts = await db
    .insert(account)
    .values({ ...names, passwordHash: '', emailVerified: true })
    .returning();
  const { accountId = '' } = accounts[0] ?? {};
  const [owner] = await db
    .insert(person)
    .values({ issuer: 'embedded', subject: accountId, ...names })
    .returning();
  const former = 'former@example.org';
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(accountCode).values({ accountId, purpose: 'undo-email', email: former, codeHash: former, expiresAt });
  const tenants = await loadTenants();
  const brandOf = (id: string) => ({ tenant: tenants.get(id) as Tenant, origin: 'http://spring.localhost' });
  const service = managedEmailsService({ db, brandOf, secrets: {}, mailQueued: () => {} });
  const actor = { personId: owner?.personId, email: names.email, firstName: 'Lena', isAdmin: false, by: {} };
  const scope = { actor, tenantId: 'spring', correlationId: 'c1', address: '' } as unknown as SignedInScope;
  const further = { type: 'work' as const, email: 'further@work.example' };
  await service.add(scope, further);
  await service.sendCode(scope, further);
  expect(await service.checkCode(scope, further, await codeTo(further.email))).toBe(true);
  const mails = await db.select().from(outboxMail).where(eq(outboxMail.kind, 'second-factor-changed'));
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([former, names.email]);
  for (const { plain } of mails) expect(plain).toContain(`You can now log in to your account with ${further.email}.`);
});

describe('own addresses', () => {
  // Shows security#same-site-writes
  test('are added, changed, verified and removed, each audited', async () => {
    const lena = await app.aPerson();
    const added = await add(lena, ' Lena@Work.Example.org ');
    expect(added.body).toMatchObject({
      success: true,
      message: 'The email was added',
      data: { email: 'lena@work.example.org', type: 'work', isVerified: false, isEdit: false },
    });
    await verify(lena, 'lena@work.example.org');
    expect(await list(lena)).toEqual([['lena@work.example.org', true]]);
    const query = { currentEmail: 'lena@work.example.org', newEmail: 'lena@new.example.org', type: 'work' as const };
    const updated = await app.call(updateEmail, { query }, await as(lena));
    expect(updated.body).toMatchObject({
      message: 'The email was updated',
      data: { email: 'lena@new.example.org', isVerified: false },
    });
    const gone = await app.call(deleteEmail, { query: { email: query.newEmail, type: 'work' } }, await as(lena));
    expect(gone.body).toMatchObject({ message: 'The email was deleted', data: { deleted: true } });
    expect(await list(lena)).toEqual([]);
    expect(await audited()).toEqual([
      ['email.add', { type: 'work', email: 'lena@work.example.org' }],
      ['email.verify', { type: 'work', email: 'lena@work.example.org' }],
      [
        'email.update',
        {
          type: 'work',
          email: query.newEmail,
          before: { address: query.currentEmail, verified: true },
          after: { address: query.newEmail, verified: false },
        },
      ],
      ['email.delete', { type: 'work', email: query.newEmail, wasVerified: false }],
    ]);
  });

  test('are the same in every academy, and nobody else’s', async () => {
    const [lena, otto] = [await app.aPerson(), await app.aPerson()];
    await add(lena, 'same@example.org', 'personal', 'kube');
    await add(otto, 'same@example.org', 'personal');
    expect(await list(lena, 'personal')).toEqual([['same@example.org', false]]);
    await app.call(deleteEmail, { query: { email: 'same@example.org', type: 'personal' } }, await as(otto));
    expect(await list(otto)).toEqual([]);
    expect(await list(lena)).toEqual([['same@example.org', false]]);
  });

  test('stand in the list once, ten of each type', async () => {
    const lena = await app.aPerson();
    for (let number = 0; number < 9; number += 1) await add(lena, `lena-${number}@example.org`);
    expect((await add(lena, 'lena-0@example.org')).status).toBe(409);
    await Promise.all([add(lena, 'ten@example.org'), add(lena, 'eleven@example.org')]);
    expect(await list(lena, 'work')).toHaveLength(10);
    expect((await add(lena, 'lena-0@example.org', 'personal')).status).toBe(200);
    const query = { currentEmail: 'lena-0@example.org', newEmail: 'lena-1@example.org', type: 'work' as const };
    expect((await app.call(updateEmail, { query }, await as(lena))).status).toBe(409);
  });

  test.each([
    'no-address',
    'two@example.org, three@example.org',
    'a@example.org\r\nBcc: b@example.org',
    `${'x'.repeat(65)}@example.org`,
    '',
    '<b>@example.org',
  ])('number %# is no address', async (email) => {
    const lena = await app.aPerson();
    const { status, body } = await add(lena, email);
    expect([status, body.errors[0]?.field]).toEqual([400, 'emailId']);
  });

  test('that are verified find the account, and no others do', async () => {
    const [lena, admin] = [await app.aPerson(), await app.aPerson({ admin: true })];
    const login = async (email: string) =>
      ((await app.call(findAccount, { headers: { email } }, {})).body.data as { login: string | null }).login;
    await add(lena, 'lena@work.example.org');
    expect(await login('lena@work.example.org')).toBeNull();
    await verify(lena, 'lena@work.example.org');
    expect(await login('Lena@Work.example.org')).toBe('lena@work.example.org');
    await add(admin, 'team@example.org', 'contact');
    await verify(admin, 'team@example.org', 'contact');
    expect(await login('team@example.org')).toBeNull();
  });

  test('are deleted with the person', async () => {
    const lena = await app.aPerson();
    await add(lena, 'lena@work.example.org');
    await send(lena, 'lena@work.example.org');
    await db.delete(person).where(eq(person.personId, lena.personId));
    expect([await db.$count(managedEmail), await db.$count(managedEmailCode)]).toEqual([0, 0]);
  });
});

describe('addresses of the academy', () => {
  test('are for its administrators alone', async () => {
    const [lena, admin] = [await app.aPerson(), await app.aPerson({ admin: true })];
    for (const type of ['contact', 'feedback', 'sender'] as const) {
      expect((await add(lena, 'team@example.org', type)).status).toBe(403);
      expect((await add(admin, 'team@example.org', type)).status).toBe(200);
      expect(await list(lena, type)).toBeUndefined();
      expect((await send(lena, 'team@example.org', type)).status).toBe(403);
      expect(await check(lena, '123456', 'team@example.org', type)).toBeUndefined();
    }
    expect(await list(lena)).toEqual([]);
    expect(await list(admin)).toHaveLength(3);
    expect(await list(admin, undefined, 'kube')).toEqual([]);
    expect((await db.select().from(auditEvent))[0]).toMatchObject({ tenantId: 'spring', targetKind: 'academy' });
  });

  test('are shared by them, and each verifies with their own code', async () => {
    const [one, two] = [await app.aPerson({ admin: true }), await app.aPerson({ admin: true })];
    await add(one, 'team@example.org', 'feedback');
    await send(one, 'team@example.org', 'feedback');
    const ofOne = await codeTo('team@example.org');
    expect(await check(two, ofOne, 'team@example.org', 'feedback')).toBe(false);
    expect(await check(one, ofOne, 'team@example.org', 'feedback')).toBe(true);
    expect(await list(two, 'feedback')).toEqual([['team@example.org', true]]);
  });
});

describe('a code', () => {
  const EMAIL = 'lena@work.example.org';
  const start = async () => {
    const lena = await app.aPerson();
    await add(lena, EMAIL);
    const { body } = await send(lena, EMAIL);
    expect(body).toMatchObject({ data: { sent: true }, message: 'A code is on its way to the address' });
    return { lena, code: await codeTo(EMAIL) };
  };
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  // Shows security#mailed-codes
  test('is six digits, only in the mail, and valid once', async () => {
    const { lena, code } = await start();
    expect(code).toMatch(/^\d{6}$/);
    const [mail] = await db.select().from(outboxMail);
    expect(mail).toMatchObject({
      kind: 'verify-managed-email',
      recipient: EMAIL,
      subject: 'Your code for Spring Academy',
    });
    expect(JSON.stringify(await db.select().from(managedEmailCode))).not.toContain(code);
    expect(await check(lena, wrong(code), EMAIL)).toBe(false);
    expect(await check(lena, ` ${code.slice(0, 3)} ${code.slice(3)} `, EMAIL)).toBe(true);
    expect(await check(lena, code, EMAIL)).toBe(false);
    expect(await list(lena)).toEqual([[EMAIL, true]]);
  });

  test('is valid for ten minutes', async () => {
    const { lena, code } = await start();
    await db.update(managedEmailCode).set({ expiresAt: sql`expires_at - interval '10 minutes 1 second'` });
    expect(await check(lena, code, EMAIL)).toBe(false);
  });

  // Shows security#mailed-codes
  test('is bound to person, address and type, and to the newest mail', async () => {
    const { lena, code } = await start();
    await add(lena, EMAIL, 'personal');
    await add(lena, 'other@example.org');
    const otto = await app.aPerson();
    await add(otto, EMAIL);
    for (const [who, email, type] of [
      [lena, EMAIL, 'personal'],
      [lena, 'other@example.org', 'work'],
      [otto, EMAIL, 'work'],
    ] as const)
      expect(await check(who, code, email, type)).toBe(false);
    await send(lena, EMAIL);
    const newest = await codeTo(EMAIL);
    if (newest !== code) expect(await check(lena, code, EMAIL)).toBe(false);
    expect(await check(lena, newest, EMAIL)).toBe(true);
  });

  test('is void when its address is removed', async () => {
    const { lena, code } = await start();
    const query = { currentEmail: EMAIL, newEmail: 'new@example.org', type: 'work' as const };
    await app.call(updateEmail, { query }, await as(lena));
    await app.call(updateEmail, { query: { ...query, currentEmail: query.newEmail, newEmail: EMAIL } }, await as(lena));
    expect(await check(lena, code, EMAIL)).toBe(false);
  });

  // Shows security#mailed-codes
  test('may be guessed at five times; then the right one is refused', async () => {
    const { lena, code } = await start();
    for (let guess = 0; guess < 5; guess += 1) expect(await check(lena, wrong(code), EMAIL)).toBe(false);
    expect(await check(lena, code, EMAIL)).toBe(false);
    // Another mail has another code, with guesses of its own.
    await send(lena, EMAIL);
    expect(await check(lena, await codeTo(EMAIL), EMAIL)).toBe(true);
  });

  test('that is right is accepted once, for concurrent requests', async () => {
    const { lena, code } = await start();
    const answers = await Promise.all(Array.from({ length: 5 }, () => check(lena, code, EMAIL)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect((await audited()).filter(([action]) => action === 'email.verify')).toHaveLength(1);
  });

  // Shows security#mailed-codes
  test('is mailed to one address five times an hour at most', async () => {
    const { lena } = await start();
    for (let sent = 1; sent < 5; sent += 1) expect((await send(lena, EMAIL)).status).toBe(200);
    expect((await send(lena, EMAIL)).status).toBe(429);
    const otto = await app.aPerson();
    await add(otto, EMAIL);
    expect((await send(otto, EMAIL)).status).toBe(429);
    expect(await db.$count(outboxMail)).toBe(5);
  });

  test('is mailed to listed addresses only', async () => {
    const { lena } = await start();
    expect((await send(lena, 'stranger@example.org')).status).toBe(404);
    expect(await db.$count(outboxMail)).toBe(1);
  });
});
