import { type ImportRow, importPeople, undoImport } from '@academy/contract/people-import';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { auditEvent, person } from '../db/tables.ts';
import { startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';

let app: TestApp;
let admin: TestPerson;
let as: { bearer: string; tenant: string };
let importId: string;
let count = 0;

beforeAll(async () => {
  app = await startApp({ keepsAccounts: true, limits: { signedInPerMinute: 1_000_000 } });
  admin = await app.aPerson({ admin: true });
  as = { bearer: await admin.bearer(), tenant: 'spring' };
});
beforeEach(() => {
  importId = crypto.randomUUID();
});

const fresh = () => `undo-${++count}@example.org`;
type Row = Partial<ImportRow> & { email: string };
const bring = (...rows: Row[]): Promise<void> => send(rows, false);
async function send(rows: Row[], invite: boolean): Promise<void> {
  const lines = rows.map((row, at) => ({ line: at + 2, ...row }));
  const { status } = await app.call(importPeople, { body: { dryRun: false, importId, invite, rows: lines } }, as);
  expect(status).toBe(200);
}
const undo = async (id = importId) => {
  const { status, body } = await app.call(undoImport, { params: { importId: id }, body: {} }, as);
  return { status, data: body.data as { undone: number; left: { email: string; message: string }[] } };
};
const known = async (email: string) =>
  (
    await app.database.db
      .select()
      .from(person)
      .where(eq(sql`lower(${person.email})`, email))
  )[0];
const change = (email: string, values: object) =>
  app.database.db.update(person).set(values).where(eq(person.email, email));

describe('reverting an import', () => {
  test('removes accounts that were never used, and is audited', async () => {
    const [one, two] = [fresh(), fresh()];
    await bring({ email: one, firstName: 'Ida', proEndsAt: '2099-12-31' }, { email: two });
    const { personId } = (await known(one)) ?? { personId: '' };
    expect(await undo()).toEqual({ status: 200, data: { undone: 3, left: [], next: null } });
    expect([await known(one), await known(two)]).toEqual([undefined, undefined]);
    expect(await app.database.db.$count(account, eq(account.email, one))).toBe(0);
    const entries = await app.database.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.targetId, personId))
      .orderBy(auditEvent.eventId);
    expect(entries.map(({ action }) => action)).toEqual([
      'person.add',
      'person.set-membership',
      'person.end-membership',
      'person.remove',
    ]);
    expect(entries[3]).toMatchObject({ actorName: admin.email, details: { email: one, undoes: importId } });
    expect((await undo()).data).toMatchObject({ undone: 0, left: [] });
  });

  test('removes people who were invited and have not come', async () => {
    const email = fresh();
    await send([{ email, firstName: 'Ida' }], true);
    expect(await undo()).toMatchObject({ status: 200, data: { undone: 1, left: [] } });
    expect(await known(email)).toBeUndefined();
  });

  test('goes on from places that there can be', async () => {
    for (const [from, status] of [
      [Number.MAX_SAFE_INTEGER, 200],
      [Number.MAX_VALUE, 400],
    ] as const) {
      const { body, ...reply } = await app.call(undoImport, { params: { importId }, body: { from } }, as);
      expect(reply.status, JSON.stringify(body)).toBe(status);
    }
  });

  test('restores names, memberships and roles', async () => {
    const email = fresh();
    const before = { proStartsAt: new Date('2030-01-01'), proEndsAt: new Date('2031-01-01') };
    await bring({ email, firstName: 'Ida', lastName: 'Old' });
    await change(email, before);
    importId = crypto.randomUUID();
    await bring({ email, lastName: 'New', proEndsAt: '2040-12-31', isAdmin: 'yes' });
    expect(await known(email)).toMatchObject({ lastName: 'New', isAdmin: true });
    expect((await undo()).data).toMatchObject({ undone: 3, left: [] });
    expect(await known(email)).toMatchObject({ lastName: 'Old', isAdmin: false, ...before });
    expect((await app.database.db.select().from(account).where(eq(account.email, email)))[0]?.lastName).toBe('Old');
  });

  test.each<[string, Row | object, (email: string) => Promise<unknown>, string]>([
    [
      'an account that has a password by now',
      {},
      (email) => app.database.db.update(account).set({ passwordHash: 'chosen' }).where(eq(account.email, email)),
      'The account is in use',
    ],
    [
      'somebody who got a membership by hand',
      {},
      (email) => change(email, { proStartsAt: new Date('2030-01-01'), proEndsAt: new Date('2031-01-01') }),
      'The rights or the membership were changed since',
    ],
    ['an administrator by hand', {}, (email) => change(email, { isAdmin: true }), 'The rights or the membership'],
    ['a name that was changed', {}, (email) => change(email, { firstName: 'Ada' }), 'The name was changed since'],
  ])('keeps %s, and says why', async (_what, given, meanwhile, message) => {
    const email = fresh();
    await bring({ email, firstName: 'Ida', ...given });
    await meanwhile(email);
    const { data } = await undo();
    expect(data).toMatchObject({ undone: 0, left: [{ email, message: expect.stringContaining(message) }] });
    expect(await known(email)).toBeDefined();
  });

  test('does not touch a membership that was changed since', async () => {
    const email = fresh();
    await bring({ email });
    importId = crypto.randomUUID();
    await bring({ email, proEndsAt: '2040-12-31' });
    const since = { proEndsAt: new Date('2050-01-01') };
    await change(email, since);
    expect((await undo()).data).toMatchObject({ undone: 0, left: [{ email }] });
    expect(await known(email)).toMatchObject(since);
  });

  test('is done in batches, and keeps people of other imports', async () => {
    const other = fresh();
    await bring({ email: other });
    const kept = importId;
    importId = crypto.randomUUID();
    const emails = Array.from({ length: 80 }, fresh);
    for (let at = 0; at < emails.length; at += 100)
      await bring(...emails.slice(at, at + 100).map((email) => ({ email })));
    const first = await app.call(undoImport, { params: { importId }, body: {} }, as);
    const { next } = first.body.data as { next: number };
    expect(first.body.data).toMatchObject({ undone: 50, left: [] });
    const second = await app.call(undoImport, { params: { importId }, body: { from: next } }, as);
    expect(second.body.data).toEqual({ undone: 30, left: [], next: null });
    expect(await known(emails[0] ?? '')).toBeUndefined();
    expect(await known(other)).toBeDefined();
    expect((await undo(kept)).data.undone).toBe(1);
  });

  test('must be of the last 24 hours', async () => {
    expect((await undo(crypto.randomUUID())).status).toBe(404);
    const email = fresh();
    await bring({ email });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await app.database.db
      .update(auditEvent)
      .set({ at: yesterday })
      .where(eq(sql`${auditEvent.details} ->> 'import'`, importId));
    expect((await undo()).status).toBe(404);
    expect(await known(email)).toBeDefined();
  });
});

/** Ten thousand take half a minute: under ACADEMY_TEST_ALL only. */
const ROWS = process.env.ACADEMY_TEST_ALL === '1' ? 10_000 : 500;

test(`an import of ${ROWS} rows tells of each what became of it`, { timeout: 120_000 }, async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    line: at + 2,
    email: at % 10 === 9 ? `row ${at}` : `many-${at}@example.org`,
    firstName: 'Ida',
    lastName: `No ${at}`,
  }));
  const outcomes: Record<string, number> = {};
  for (let at = 0; at < rows.length; at += 100) {
    const batch = rows.slice(at, at + 100);
    const { status, body } = await app.call(importPeople, { body: { dryRun: false, importId, rows: batch } }, as);
    expect(status).toBe(200);
    const { result } = body.data as { result: { line: number; outcome: string; message: string | null }[] };
    expect(result.map(({ line }) => line)).toEqual(batch.map(({ line }) => line));
    for (const { line, outcome, message } of result) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === 'error') expect([line % 10, message]).toEqual([1, 'email: must be an e-mail address']);
    }
  }
  expect(outcomes).toEqual({ created: ROWS * 0.9, error: ROWS * 0.1 });
  const many = sql`${person.email} like 'many-%@example.org'`;
  expect(await app.database.db.$count(person, many)).toBe(ROWS * 0.9);
});
