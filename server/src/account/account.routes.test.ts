import {
  deleteAccount,
  endSessions,
  exportAccount,
  getAccount,
  listSessions,
  setLanguage,
  updateAccount,
} from '@academy/contract/account';
import { getMyAccess } from '@academy/contract/people';
import { sendProgressEvents } from '@academy/contract/progress';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { account, accountPasskey } from '../db/identity-tables.ts';
import { auditEvent, outboxMail, person, progressEvent } from '../db/tables.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;

beforeAll(async () => {
  await app.aPerson({ admin: true });
  await publishCourse(app, 'spring', aCourse({ id: 'basics', lessons: [{ id: 'first' }] }));
});

async function accountIdOf({ email }: TestPerson): Promise<string> {
  const [row] = await db.select().from(account).where(eq(account.email, email));
  return row?.accountId ?? '';
}

test('a person sees the own account and where its password is changed', async () => {
  const ada = await app.aPerson();
  const { status, body, response } = await app.call(getAccount, {}, { bearer: await ada.bearer() });
  expect([status, body.data]).toEqual([
    200,
    {
      userId: ada.personId,
      email: ada.email,
      emailVerified: true,
      firstName: 'Test',
      lastName: 'Person',
      managedHere: true,
      securityUrl: 'http://localhost:3000/idp/account?tenant=spring',
      language: null,
    },
  ]);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('a new name applies at once, also while tokens contain the old one', async () => {
  const ada = await app.aPerson();
  const bearer = await ada.bearer();
  const { body } = await app.call(
    updateAccount,
    { body: { firstName: ' Ada ', lastName: 'King Lovelace' } },
    { bearer },
  );
  expect(body.data).toMatchObject({ firstName: 'Ada', lastName: 'King Lovelace' });
  for (const again of [bearer, await ada.bearer()]) {
    const access = await app.call(getMyAccess, {}, { bearer: again, tenant: 'spring' });
    expect(access.body.data).toMatchObject({ firstName: 'Ada', lastName: 'King Lovelace' });
  }
  const [kept] = await db.select().from(account).where(eq(account.email, ada.email));
  expect(kept).toMatchObject({ firstName: 'Ada', lastName: 'King Lovelace' });
});

test('the chosen language is remembered for the person', async () => {
  const ada = await app.aPerson();
  const bearer = await ada.bearer();
  await app.call(setLanguage, { body: { language: 'de' } }, { bearer });
  const { body } = await app.call(getAccount, {}, { bearer: await ada.bearer() });
  expect(body.data).toMatchObject({ language: 'de' });
  const unknown = await app.call(setLanguage, { body: { language: 'xx' as 'de' } }, { bearer });
  expect([unknown.status, unknown.body.errors[0]?.field]).toEqual([400, 'language']);
});

test.each(['', ' ', 'x'.repeat(81), '<b>Ada</b>', 'Ada\nBcc: everybody', 'Ada\u202e'])(
  'the name %j is refused',
  async (firstName) => {
    const ada = await app.aPerson();
    const { status, body } = await app.call(
      updateAccount,
      { body: { firstName, lastName: 'Lovelace' } },
      { bearer: await ada.bearer() },
    );
    expect([status, body.errors[0]?.field]).toEqual([400, 'firstName']);
  },
);

test('the export holds everything about the person, nothing about others, and no secrets', async () => {
  const [ada, eve] = [await app.aPerson({ pro: true }), await app.aPerson()];
  const accountId = await accountIdOf(ada);
  await db.update(account).set({ passwordHash: '$argon2id$secret-hash' }).where(eq(account.accountId, accountId));
  const publicKey = Buffer.from('secret-key');
  await db
    .insert(accountPasskey)
    .values({ credentialId: 'secret-id', accountId, publicKey, counter: 1, transports: ['usb'], name: 'My key' });
  await app.aToken(ada, 'spring', ['progress:read']);
  await app.aToken(eve, 'kube', ['progress:read']);
  const mail = { tenantId: 'spring', kind: 'verify-email', subject: 'Welcome', html: '<p>Hello</p>' };
  await enqueueMail(db, { ...mail, key: 'ada', recipient: ada.email, plain: 'Hello Ada' });
  await enqueueMail(db, { ...mail, key: 'eve', recipient: eve.email, plain: 'Hello Eve' });
  for (const one of [ada, eve]) {
    const event = { key: `k-${one.personId}`, lessonId: 'first', kind: 'completed' as const };
    const at = new Date().toISOString();
    const bearer = await one.bearer();
    await app.call(sendProgressEvents, { body: { events: [{ ...event, at }] } }, { bearer, tenant: 'spring' });
  }

  const { status, body } = await app.call(exportAccount, {}, { bearer: await ada.bearer() });
  expect(status).toBe(200);
  const { data } = body.data as { data: Record<string, Record<string, unknown>[]> };
  expect(data).toMatchObject({
    person: [{ email: ada.email, first_name: 'Test' }],
    membership: [{ starts_at: expect.any(String), ends_at: expect.any(String) }],
    account: [{ email: ada.email, email_verified: true }],
    passkeys: [{ name: 'My key' }],
    accessTokens: [{ tenant_id: 'spring', abilities: ['progress:read'] }],
    progress: [
      { item_kind: 'lesson', item_id: 'first', kind: 'completed' },
      { item_kind: 'course', item_id: 'basics', kind: 'finished' },
    ],
    favorites: [],
    labSteps: [],
    mails: [{ subject: 'Welcome', plain: 'Hello Ada' }],
  });
  expect(data.incomplete).toBeUndefined();
  const text = JSON.stringify(body);
  for (const foreign of ['secret', 'hash', eve.email, eve.personId, 'Hello Eve']) expect(text).not.toContain(foreign);
});

test('the export covers every table with a person, account or address', async () => {
  const found = await app.database.pool.query<{ name: string }>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in
      ('person_id', 'account_id', 'actor_id', 'published_by', 'recipient', 'email', 'subject')
    order by 1`);
  // A new table that holds a person belongs into export.store.ts and remove-person.ts; content_item repeats facts of
  // content_version.
  expect(found.rows.map(({ name }) => name)).toEqual([
    'account',
    'account_code',
    'account_device',
    'account_passkey',
    'account_recovery_code',
    'account_session',
    'account_totp',
    'assignment',
    'audit_event',
    'calendar_feed',
    'certificate',
    'contact_message',
    'content_item',
    'content_version',
    'directory_account',
    'directory_person',
    'favorite',
    'feedback',
    'group_member',
    'invitation',
    'knowledge_check_attempt',
    'lab_session',
    'learner_course',
    'learner_statistic',
    'managed_email',
    'managed_email_code',
    'notice',
    'notice_choice',
    'outbox_mail',
    'people_import',
    'person',
    'personal_access_token',
    'progress_event',
    'review_question',
    'role_grant',
    'saved_report',
    'voucher_request',
  ]);
});

test('an account is deleted with all data, and its tokens are refused', async () => {
  const ada = await app.aPerson();
  const bearer = await ada.bearer();
  const token = await app.aToken(ada, 'spring', ['progress:read']);
  const at = new Date().toISOString();
  const event = { key: 'gone', lessonId: 'first', kind: 'completed' as const, at };
  await app.call(sendProgressEvents, { body: { events: [event] } }, { bearer, tenant: 'spring' });
  await enqueueMail(db, {
    key: 'gone',
    tenantId: 'spring',
    kind: 'verify-email',
    recipient: ada.email,
    subject: 'Welcome',
    plain: '',
    html: '',
  });

  const { status, body } = await app.call(
    deleteAccount,
    { body: { email: ` ${ada.email.toUpperCase()} ` } },
    { bearer },
  );
  expect([status, body.data]).toEqual([200, { deleted: true }]);
  expect(await db.select().from(person).where(eq(person.personId, ada.personId))).toEqual([]);
  expect(await db.select().from(account).where(eq(account.email, ada.email))).toEqual([]);
  expect(await db.select().from(progressEvent).where(eq(progressEvent.personId, ada.personId))).toEqual([]);
  expect(await db.select().from(outboxMail).where(eq(outboxMail.recipient, ada.email))).toEqual([]);
  expect(await db.select().from(auditEvent).where(eq(auditEvent.targetId, ada.personId))).toMatchObject([
    { action: 'person.remove', actorName: ada.email, targetKind: 'person' },
  ]);

  // The test's sessions stay alive, as another provider's would: none of them may bring the account back.
  for (const dead of [bearer, await ada.bearer(), token])
    expect((await app.call(getMyAccess, {}, { bearer: dead, tenant: 'spring' })).status).toBe(401);
  expect((await app.call(deleteAccount, { body: { email: ada.email } }, { bearer })).status).toBe(401);
  expect(await db.select().from(person).where(eq(person.email, ada.email))).toEqual([]);
});

test('an account in recovery cannot be deleted before a new password', async () => {
  const ada = await app.aPerson();
  const remove = async () =>
    (await app.call(deleteAccount, { body: { email: ada.email } }, { bearer: await ada.bearer() })).status;
  const recovering = (since: Date | null) =>
    db.update(account).set({ recoveringSince: since }).where(eq(account.email, ada.email));
  await recovering(new Date());
  expect(await remove()).toBe(409);
  expect(await db.$count(account, eq(account.email, ada.email))).toBe(1);
  await recovering(null);
  expect(await remove()).toBe(200);
});

test('deleting requires the own address, a recent sign-in and another administrator', async () => {
  const ada = await app.aPerson();
  const ask = async (who: TestPerson, email: string, claims = {}) => {
    const { status, body } = await app.call(
      deleteAccount,
      { body: { email } },
      { bearer: await who.bearer({ claims }) },
    );
    return [status, body.errors[0]?.code];
  };
  const longAgo = Math.floor(Date.now() / 1000) - 11 * 60;
  expect(await ask(ada, 'somebody@example.org')).toEqual([400, 'invalid-input']);
  expect(await ask(ada, ada.email, { auth_time: longAgo })).toEqual([403, 'sign-in-again']);
  expect(await ask(ada, ada.email, { auth_time: undefined })).toEqual([403, 'sign-in-again']);
  expect(await db.$count(person, eq(person.personId, ada.personId))).toBe(1);

  const admins = await db.select().from(person).where(eq(person.isAdmin, true));
  const last = await app.aPerson({ admin: true });
  for (const { personId } of admins)
    await db.update(person).set({ isAdmin: false }).where(eq(person.personId, personId));
  expect(await ask(last, last.email)).toEqual([409, 'conflict']);
  expect(await db.$count(person, eq(person.personId, last.personId))).toBe(1);
  expect(await db.$count(auditEvent, eq(auditEvent.targetId, last.personId))).toBe(0);
  await app.aPerson({ admin: true });
  expect(await ask(last, last.email)).toEqual([200, undefined]);
});

test('two simultaneous requests to delete end with one deletion', async () => {
  const ada = await app.aPerson();
  const bearer = await ada.bearer();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => app.call(deleteAccount, { body: { email: ada.email } }, { bearer })),
  );
  expect(answers.filter(({ body }) => (body.data as { deleted?: boolean } | null)?.deleted === true)).toHaveLength(1);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(await db.$count(auditEvent, eq(auditEvent.targetId, ada.personId))).toBe(1);
});

// Shows security#exact-deletes
test('session ids are required, and unknown ones end nothing', async () => {
  const ada = await app.aPerson();
  const bearer = await ada.bearer();
  const end = (body: object) => app.call(endSessions, { body: body as { everywhere: true } }, { bearer });
  expect((await end({ ids: [] })).status).toBe(400);
  expect((await end({})).status).toBe(400);
  expect((await end({ everywhere: false })).status).toBe(400);
  expect((await end({ ids: ['a'], everywhere: true })).status).toBe(400);
  expect((await end({ ids: ['nothing', "'; drop table person; --"] })).body.data).toEqual({ ended: 0 });
  expect((await app.call(listSessions, {}, { bearer })).body.data).toEqual({ result: [] });
});
