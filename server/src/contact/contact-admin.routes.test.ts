import {
  type ContactMessage,
  exportContactMessages,
  handleContactMessage,
  listContactMessages,
} from '@academy/contract/contact-admin';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactMessage } from '../db/message-tables.ts';
import { auditEvent, outboxMail } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const admin = await app.aPerson({ admin: true });
const lena = await app.aPerson();

const written = (at: string, more: Partial<typeof contactMessage.$inferInsert>) => ({
  ...{ tenantId: 'spring', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' },
  ...{ subject: 'An idea for a new course', message: 'Where is the engine?', createdAt: new Date(at) },
  ...more,
});

beforeAll(async () => {
  await db
    .insert(contactMessage)
    .values([
      written('2030-01-01T00:00:00Z', { message: 'Zero is 100% fine', lastName: 'Aho' }),
      written('2030-01-02T12:00:00Z', { message: '=1+1 is two', personId: lena.personId }),
      written('2030-01-03T23:59:59Z', { message: 'An old topic', subject: 'A topic of before', firstName: 'Grace' }),
      written('2030-01-04T12:00:00Z', { message: 'Of another academy', tenantId: 'kube', subject: 'Only of kube' }),
    ]);
});

type Query = NonNullable<Parameters<typeof app.call<typeof listContactMessages>>[1]['query']>;
const list = async (query: Query = {}, tenant = 'spring') => {
  const { status, body } = await app.call(listContactMessages, { query }, { tenant, bearer: await admin.bearer() });
  expect([status, body.errors]).toEqual([200, []]);
  return (body.data as { result: { content: ContactMessage[]; totalElements: number; subjects: string[] } }).result;
};
const words = async (query: Query, tenant?: string) =>
  (await list(query, tenant)).content.map(({ message }) => message);

describe('administrators read', () => {
  test('messages to their academy only, newest first', async () => {
    const { content, totalElements, subjects } = await list();
    expect(content.map(({ message }) => message)).toEqual(['An old topic', '=1+1 is two', 'Zero is 100% fine']);
    expect(totalElements).toBe(3);
    expect(subjects).toEqual([...spring.contactTopics, 'A topic of before']);
    expect(content[1]).toEqual({
      messageId: expect.any(String),
      at: '2030-01-02T12:00:00.000Z',
      ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' },
      ...{ subject: 'An idea for a new course', message: '=1+1 is two', userId: lena.personId },
      ...{ state: 'open', note: '', answer: '', handledBy: null, handledAt: null },
    });
    expect(content[0]?.userId).toBeNull();
    expect(await words({}, 'kube')).toEqual(['Of another academy']);
  });

  test.each<[Query, string[]]>([
    [{ q: 'ENGINE' }, []],
    [{ q: 'is fine' }, ['Zero is 100% fine']],
    [{ q: '%' }, ['Zero is 100% fine']],
    [{ q: 'grace topic' }, ['An old topic']],
    [{ q: 'ada@example' }, ['An old topic', '=1+1 is two', 'Zero is 100% fine']],
    [{ subject: 'A topic of before' }, ['An old topic']],
    [{ subject: 'Only of kube' }, []],
    [{ from: '2030-01-02', to: '2030-01-03' }, ['An old topic', '=1+1 is two']],
    [{ to: '2030-01-01' }, ['Zero is 100% fine']],
    [{ sortBy: 'at', sortDir: 'asc', pageSize: 1 }, ['Zero is 100% fine']],
    [{ sortBy: 'name', sortDir: 'asc' }, ['Zero is 100% fine', '=1+1 is two', 'An old topic']],
    [{ sortBy: 'subject', sortDir: 'desc' }, ['=1+1 is two', 'Zero is 100% fine', 'An old topic']],
    [{ pageSize: 2, pageNumber: 1 }, ['Zero is 100% fine']],
  ])('filtered messages: number %#', async (query, expected) => {
    expect(await words(query)).toEqual(expected);
  });

  test('the same as a CSV file, in which no formula runs', async () => {
    const as = { tenant: 'spring', bearer: await admin.bearer() };
    const { response } = await app.call(exportContactMessages, { query: { from: '2030-01-02' } }, as);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="contact-[\d-]+\.csv"$/);
    const [head, ...lines] = response.body.replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('When,First name,Last name,E-mail,Subject,Message,User,State,Note,Answer,Admin,Id');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(
      '2030-01-03T23:59:59.000Z,Grace,Lovelace,ada@example.org,A topic of before,An old topic,,',
    );
    expect(lines[1]).toContain(`,'=1+1 is two,${lena.personId},`);
  });
});

test('a message is noted, answered by mail once, and closed', async () => {
  const [row] = await db
    .insert(contactMessage)
    .values(written('2030-02-01T00:00:00Z', { tenantId: 'tanzu' }))
    .returning();
  const messageId = row?.messageId ?? '';
  const as = { tenant: 'tanzu', bearer: await admin.bearer() };
  const handle = async (body: HandlingChange) =>
    (await app.call(handleContactMessage, { params: { messageId }, body }, as)).body.data;
  expect(await handle({ note: 'Ask Grace.' })).toMatchObject({
    state: 'open',
    note: 'Ask Grace.',
    handledBy: admin.email,
  });
  for (let times = 0; times < 2; times += 1)
    expect(await handle({ answer: 'In the Science Museum.' })).toMatchObject({ state: 'answered', note: 'Ask Grace.' });
  const mails = await db.select().from(outboxMail).where(eq(outboxMail.kind, 'answer'));
  expect(mails).toMatchObject([{ recipient: 'ada@example.org', tenantId: 'tanzu' }]);
  expect(mails[0]?.plain).toContain('In the Science Museum.');
  expect(mails[0]?.plain).toContain('Where is the engine?');
  expect(await handle({ state: 'closed' })).toMatchObject({ state: 'closed', answer: 'In the Science Museum.' });
  expect(await words({ state: 'closed' }, 'tanzu')).toEqual(['Where is the engine?']);
  expect(await words({ state: 'open' }, 'tanzu')).toEqual([]);
  const entries = await db.select().from(auditEvent).where(eq(auditEvent.targetId, messageId));
  expect(entries.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => 'contact.handle'));
  await db.delete(contactMessage).where(eq(contactMessage.messageId, messageId));
});

test.each<[Record<string, string>, string]>([
  [{ from: 'yesterday' }, 'from'],
  [{ sortBy: 'email' }, 'sortBy'],
  [{ pageSize: '101' }, 'pageSize'],
  [{ subject: '' }, 'subject'],
])('what is not understood is refused: number %#', async (query, field) => {
  const { status, body } = await app.call(listContactMessages, { query }, { bearer: await admin.bearer() });
  expect([status, body.errors[0]?.field]).toEqual([400, field]);
});

test('messages of one moment are all in the file, once', async () => {
  const at = '2031-01-01T00:00:00Z';
  const many = Array.from({ length: 1_100 }, (_, n) => written(at, { message: `Message ${n}.`, tenantId: 'tanzu' }));
  await db.insert(contactMessage).values(many);
  const as = { tenant: 'tanzu', bearer: await admin.bearer() };
  const { response } = await app.call(exportContactMessages, { query: {} }, as);
  expect(new Set(response.body.match(/Message \d+\./g)).size).toBe(1_100);
  expect(response.body.trim().split('\r\n')).toHaveLength(1_101);
});

test('an answer is refused after another admin has handled the message', async () => {
  const [row] = await db
    .insert(contactMessage)
    .values({
      tenantId: 'kube',
      firstName: 'Ada',
      lastName: 'L',
      email: 'a@example.org',
      subject: 'x',
      message: 'Help',
    })
    .returning();
  const messageId = row?.messageId ?? '';
  const grace = await app.aPerson({ admin: true });
  const handle = async (who: typeof admin, body: HandlingChange) =>
    app.call(handleContactMessage, { params: { messageId }, body }, { tenant: 'kube', bearer: await who.bearer() });
  const first = await handle(grace, { answer: 'Yes.', expectedHandledAt: null });
  expect(first.status).toBe(200);
  expect((await handle(grace, { answer: 'Yes.', expectedHandledAt: null })).status).toBe(200);
  const stale = await handle(admin, { answer: 'No.', note: 'Mine.', expectedHandledAt: null });
  expect(stale.status).toBe(409);
  expect(stale.body.errors[0]?.errorMessage).toContain(grace.email);
  const read = (await handle(grace, { note: 'Said yes.' })).body.data as Handling;
  expect(read).toMatchObject({ answer: 'Yes.', note: 'Said yes.' });
  expect((await handle(admin, { answer: 'No.', expectedHandledAt: read.handledAt })).status).toBe(200);
});

test('an administrator reads and filters topics in their own language', async () => {
  const as = { tenant: 'spring', bearer: await admin.bearer(), headers: { 'accept-language': 'de' } };
  const read = async (query: Query) =>
    ((await app.call(listContactMessages, { query }, as)).body.data as { result: Awaited<ReturnType<typeof list>> })
      .result;
  const { subjects, content } = await read({ subject: 'Eine Idee für einen neuen Kurs' });
  expect(content.map(({ subject }) => subject)).toEqual(content.map(() => 'Eine Idee für einen neuen Kurs'));
  expect(content).toHaveLength(2);
  expect(subjects).not.toContain('An idea for a new course');
  expect(subjects).toHaveLength(spring.contactTopics.length + 1);
});
