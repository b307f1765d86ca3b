import {
  type ImportRow,
  type ImportSummary,
  importPeople,
  listImports,
  undoImport,
} from '@academy/contract/people-import';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { peopleImport } from '../db/import-tables.ts';
import { auditEvent, person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp({ keepsAccounts: true });
const { db } = app.database;
const [ann, bob] = [await app.aPerson({ admin: true }), await app.aPerson({ admin: true })];
const as = async (who: TestPerson) => ({ bearer: await who.bearer(), tenant: 'spring' });

beforeEach(() => db.delete(peopleImport));

async function bring(
  who: TestPerson,
  fileName: string | undefined,
  ...rows: (Partial<ImportRow> & { email: string })[]
) {
  const importId = crypto.randomUUID();
  const named = fileName === undefined ? {} : { fileName };
  const lines = rows.map((row, at) => ({ line: at + 2, ...row }));
  const reply = await app.call(
    importPeople,
    { body: { dryRun: false, importId, ...named, rows: lines } },
    await as(who),
  );
  expect(reply.status).toBe(200);
  return importId;
}
async function listed(who: TestPerson, query: { pageNumber?: string; pageSize?: string } = {}) {
  const { status, body } = await app.call(listImports, { query: query as object }, await as(who));
  expect(status).toBe(200);
  return (body.data as { result: { content: ImportSummary[]; totalElements: number } }).result;
}
const fresh = () => `${crypto.randomUUID()}@example.org`;

test('every administrator sees who imported which file, when, and what it did', async () => {
  const known = await app.aPerson();
  const before = Date.now();
  const importId = await bring(
    ann,
    ' new hires.csv ',
    { email: fresh(), proEndsAt: '2099-12-31' },
    { email: fresh() },
    { email: known.email, proEndsAt: '2099-12-31' },
    { email: 'no address' },
  );
  const { content, totalElements } = await listed(bob);
  expect(totalElements).toBe(1);
  const [one] = content;
  expect(one).toMatchObject({
    ...{ importId, actorName: ann.email, fileName: 'new hires.csv' },
    ...{ added: 2, changed: 1, changes: 4, takenBack: 0, takenBackBy: null, takenBackAt: null },
  });
  expect(Date.parse(one?.startedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
  expect(Date.parse(one?.undoUntil ?? '') - Date.parse(one?.startedAt ?? '')).toBe(24 * 3_600_000);
});

test('another administrator reverts an import, and the list says who did', async () => {
  const importId = await bring(ann, undefined, { email: fresh() }, { email: fresh() });
  expect((await app.call(undoImport, { params: { importId }, body: {} }, await as(bob))).body.data).toMatchObject({
    undone: 2,
  });
  const [one] = (await listed(ann)).content;
  expect(one).toMatchObject({ takenBack: 2, takenBackBy: bob.email, takenBackAt: expect.any(String), undoUntil: null });
});

test('an import of which something stays can be reverted again', async () => {
  const email = fresh();
  const importId = await bring(ann, undefined, { email, firstName: 'Ida' }, { email: fresh() });
  await db.update(person).set({ firstName: 'Ada' }).where(eq(person.email, email));
  await app.call(undoImport, { params: { importId }, body: {} }, await as(ann));
  expect((await listed(ann)).content).toMatchObject([{ changes: 2, takenBack: 1, undoUntil: expect.any(String) }]);
});

test('an import older than 24 hours cannot be reverted', async () => {
  await bring(ann, undefined, { email: fresh() });
  await db.update(peopleImport).set({ startedAt: new Date(Date.now() - 25 * 3_600_000) });
  expect((await listed(ann)).content).toMatchObject([{ added: 1, undoUntil: null }]);
});

test('imports are listed newest first, without those that changed nothing', async () => {
  const [first, second] = [await bring(ann, 'one', { email: fresh() }), await bring(bob, 'two', { email: fresh() })];
  await bring(ann, 'nothing', { email: ann.email });
  const newest = await listed(ann, { pageSize: '1' });
  expect(newest).toMatchObject({ content: [{ importId: second }], totalElements: 2 });
  expect((await listed(ann, { pageSize: '1', pageNumber: '1' })).content).toMatchObject([{ importId: first }]);
});

test('rows that are sent again say what this import did with them', async () => {
  const known = await app.aPerson();
  const rows = [
    { line: 2, email: fresh(), firstName: 'Ida' },
    { line: 3, email: known.email, proEndsAt: '2099-12-31' },
  ];
  const outcomes = async (importId: string) => {
    const { body } = await app.call(importPeople, { body: { dryRun: false, importId, rows } }, await as(ann));
    return (body.data as { result: { outcome: string }[] }).result.map(({ outcome }) => outcome);
  };
  const importId = crypto.randomUUID();
  for (const _reply of ['lost', 'arrived']) expect(await outcomes(importId)).toEqual(['created', 'updated']);
  expect(await outcomes(crypto.randomUUID())).toEqual(['unchanged', 'unchanged']);
});

test('a batch sent twice at once adds and records each person once', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ line: at + 2, email: fresh(), firstName: 'Ida' }));
  const importId = crypto.randomUUID();
  const bearer = await as(ann);
  const send = () => app.call(importPeople, { body: { dryRun: false, importId, rows } }, bearer);
  for (const { body } of await Promise.all([send(), send(), send()]))
    expect((body.data as { result: { outcome: string }[] }).result.map(({ outcome }) => outcome)).toEqual(
      rows.map(() => 'created'),
    );
  const ofImport = sql`${auditEvent.details} ->> 'import' = ${importId} and ${auditEvent.action} = 'person.add'`;
  expect(await db.$count(auditEvent, ofImport)).toBe(rows.length);
});

test('rows cannot be added to the import of another administrator', async () => {
  const importId = await bring(ann, undefined, { email: fresh() });
  const body = { dryRun: false, importId, rows: [{ line: 2, email: fresh() }] };
  const reply = await app.call(importPeople, { body }, await as(bob));
  expect(reply.status).toBe(409);
});

test('an import that names no id is listed all the same', async () => {
  const body = { dryRun: false, rows: [{ line: 2, email: fresh() }] };
  await app.call(importPeople, { body }, await as(ann));
  expect(await listed(ann)).toMatchObject({ totalElements: 1, content: [{ added: 1, undoUntil: expect.any(String) }] });
});
