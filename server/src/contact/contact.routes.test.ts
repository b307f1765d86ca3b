import { type ContactForm, sendContactMessage } from '@academy/contract/contact';
import { addEmail } from '@academy/contract/managed-emails';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contactMessage, managedEmail } from '../db/message-tables.ts';
import { outboxMail } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';

const FROM_SETTINGS = 'settings@example.org';
const app = await startApp({
  limits: { messagesPerTenMinutes: 1_000_000 },
  contactAddresses: { spring: FROM_SETTINGS },
});
const { db } = app.database;
const admin = await app.aPerson({ admin: true });

beforeEach(async () => {
  for (const table of [contactMessage, outboxMail, managedEmail]) await db.delete(table);
});

const form = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  subject: 'An idea for a new course',
  message: 'A course about engines, please.',
};
const send = (given: object = {}, { key, ...as }: { key?: string; bearer?: string; tenant?: string } = {}) =>
  app.call(
    sendContactMessage,
    { headers: key === undefined ? {} : { 'idempotency-key': key }, body: { ...form, ...given } as ContactForm },
    { tenant: 'spring', ...as },
  );
const kept = () => db.select().from(contactMessage);
const mails = () => db.select().from(outboxMail).orderBy(outboxMail.recipient);

/** Creates an address of the academy and verifies it. */
async function verifiedAddress(emailId: string, tenant = 'spring') {
  const bearer = await admin.bearer();
  await app.call(addEmail, { query: { emailType: 'contact', emailId } }, { tenant, bearer });
  await db.update(managedEmail).set({ verifiedAt: sql`now()` }).where(eq(managedEmail.email, emailId));
}

describe('a message', () => {
  test('is stored and mailed to the contact addresses, with the writer for replies', async () => {
    await verifiedAddress('one@example.org');
    await verifiedAddress('two@example.org');
    await verifiedAddress('kube@example.org', 'kube');
    const message = ' First line\n\n<b>Second</b> line ';
    const { status, body } = await send({ message, firstName: ' Ada ' });
    expect(status).toBe(200);
    expect((body.data as { message: string }).message).toContain('<strong>ada@example.org</strong>');
    expect(await kept()).toMatchObject([
      { ...form, tenantId: 'spring', personId: null, message: 'First line\n\n<b>Second</b> line' },
    ]);
    expect(await mails()).toMatchObject([{ recipient: 'one@example.org' }, { recipient: 'two@example.org' }]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'contact', replyTo: 'ada@example.org' });
    expect(mail?.subject).toBe('An idea for a new course (Spring Academy)');
    expect(mail?.plain).toContain('Ada Lovelace (ada@example.org) sent a message');
    expect(mail?.plain).toContain('> First line\n>\n> <b>Second</b> line');
    expect(mail?.html).toContain('&lt;b&gt;Second&lt;/b&gt;');
  });

  test('goes to the address of the settings, else to the administrators', async () => {
    const bearer = await admin.bearer();
    const unverified = { query: { emailType: 'contact', emailId: 'not-yet@example.org' } } as const;
    await app.call(addEmail, unverified, { tenant: 'spring', bearer });
    await send();
    await send({}, { tenant: 'kube' });
    expect((await mails()).map(({ tenantId, recipient }) => [tenantId, recipient]).sort()).toEqual([
      ['kube', admin.email],
      ['spring', FROM_SETTINGS],
    ]);
  });

  test('in another language goes to the academy with its own topic', async () => {
    const subject = 'Eine Idee für einen neuen Kurs';
    const request = { ...form, subject, message: 'Ein Kurs über Motoren.', website: '' };
    const reply = await app.request({
      ...{ method: 'POST', url: '/api/v1/email/contactUs?tenant=spring', payload: JSON.stringify(request) },
      headers: { 'content-type': 'application/json', tenantid: 'spring', 'accept-language': 'de' },
    });
    expect(reply.statusCode).toBe(200);
    expect(await kept()).toMatchObject([{ subject: form.subject, message: 'Ein Kurs über Motoren.' }]);
    const [mail] = await mails();
    expect(mail?.subject).toBe(`${form.subject} (Spring Academy)`);
    expect(mail?.plain).toMatch(/^Hello,\n/);
    expect(mail?.plain).toContain('sent a message with the contact form.');
    expect(mail?.plain).toContain('> Ein Kurs über Motoren.');
  });

  test('begun in one language is taken in another', async () => {
    const payload = JSON.stringify({ ...form, message: 'Begun in English.', website: '' });
    const headers = { 'content-type': 'application/json', tenantid: 'spring', 'accept-language': 'de' };
    const url = '/api/v1/email/contactUs?tenant=spring';
    expect((await app.request({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
    expect(await kept()).toMatchObject([{ subject: form.subject }]);
  });

  test('of a signed-in person says so', async () => {
    const lena = await app.aPerson();
    await send({}, { bearer: await lena.bearer() });
    expect(await kept()).toMatchObject([{ personId: lena.personId }]);
    expect((await mails())[0]?.plain).toContain('The writer was logged in.');
  });

  test('is never lost to another visitor whose key is the same', async () => {
    const key = 'the-same-key';
    const sendFrom = async (remoteAddress: string, given: object) => {
      const headers = { host: 'spring.localhost:3000', 'idempotency-key': key };
      const payload = { ...form, ...given };
      const url = '/api/v1/email/contactUs';
      const reply = await app.request({ method: 'POST', url, headers, payload, remoteAddress });
      return reply.json().data.message as string;
    };
    const grace = { firstName: 'Grace', email: 'grace@example.org' };
    const first = await sendFrom('192.0.2.1', {});
    expect(await sendFrom('192.0.2.1', grace)).toContain('grace@example.org');
    await sendFrom('192.0.2.2', {});
    expect(await sendFrom('192.0.2.1', {})).toBe(first);
    expect((await kept()).map(({ firstName }) => firstName).sort()).toEqual(['Ada', 'Ada', 'Grace']);
  });

  test('that is sent twice is kept and mailed once', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all([send({}, { key }), send({}, { key }), send({}, { key })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([(await kept()).length, (await mails()).length]).toEqual([1, 1]);
    await send({}, { key, tenant: 'kube' });
    expect(await kept()).toHaveLength(2);
  });

  test('that fills the hidden field is silently dropped', async () => {
    const [human, program] = [await send(), await send({ website: 'https://spam.example' })];
    expect(program.body.data).toEqual(human.body.data);
    expect([(await kept()).length, (await mails()).length]).toEqual([1, 1]);
  });

  // Shows security#one-line-mails
  test.each([
    { firstName: 'Ada\r\nBcc: victim@example.org' },
    { lastName: 'Lovelace\u2028Bcc: victim@example.org' },
    { message: 'A message\r\nBcc: victim@example.org\r\n\r\nand more' },
  ])('adds nothing to the headers of the mail: number %#', async (given) => {
    await send(given);
    const [mail] = await mails();
    expect(mail?.subject).not.toMatch(/[\r\n\u2028]/);
    expect(mail).toMatchObject({ recipient: FROM_SETTINGS, replyTo: 'ada@example.org' });
  });
});

describe('an invalid message is refused and not stored', () => {
  test.each<[object, string, string]>([
    [{ firstName: '' }, 'firstName', 'firstName is a required field'],
    [{ firstName: ' \t' }, 'firstName', 'firstName is a required field'],
    [{ lastName: '' }, 'lastName', 'lastName is a required field'],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'at most 80 characters'],
    [{ email: 'nobody' }, 'email', 'is not an e-mail address'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'is not an e-mail address'],
    [{ email: 'a@example.org, b@example.org' }, 'email', 'is not an e-mail address'],
    [{ subject: '' }, 'subject', 'subject is a required field'],
    [{ subject: 'Another subject' }, 'subject', 'must be one of the topics'],
    [{ message: '' }, 'message', 'message is a required field'],
    [{ message: 'Too short' }, 'message', 'at least 10 characters'],
    [{ message: 'x'.repeat(5_001) }, 'message', 'at most 5,000 characters'],
    [{ more: 'x' }, 'more', ''],
  ])('number %#', async (given, field, text) => {
    const { status, body } = await send(given);
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
    expect(body.errors[0]?.errorMessage).toContain(text);
    expect(await kept()).toEqual([]);
  });

  // Shows security#limits
  test('each field is taken at its limit', async () => {
    const longest = { firstName: 'x'.repeat(80), lastName: 'y'.repeat(80), message: 'z'.repeat(5_000) };
    expect((await send(longest)).status).toBe(200);
    expect((await send({ message: '1234567890' })).status).toBe(200);
  });
});

test('a visitor may write five times in ten minutes', async () => {
  const strict = await startApp({ limits: { messagesPerTenMinutes: 5 } });
  const body = form as ContactForm;
  const write = async (as = {}) => (await strict.call(sendContactMessage, { headers: {}, body }, as)).status;
  for (let count = 0; count < 5; count += 1) expect(await write()).toBe(200);
  expect(await write()).toBe(429);
  expect(await write({ bearer: await (await strict.aPerson()).bearer() })).toBe(200);
});
