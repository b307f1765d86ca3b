import { type AuditEvent, exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import type { AuditAction } from '@academy/contract/audit-actions';
import { setMembership } from '@academy/contract/people-admin';
import { createToken, deleteTokens, listTokens } from '@academy/contract/personal-access-tokens';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEvent } from '../db/tables.ts';
import { startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';
import { writeAudit } from './audit.store.ts';

let app: TestApp;
let admin: TestPerson;
let as: { bearer: string; tenant: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.aPerson({ admin: true });
});
beforeEach(async () => {
  await app.database.db.delete(auditEvent);
  as = { bearer: await admin.bearer(), tenant: 'kube' };
});

async function list(query: Parameters<typeof app.call<typeof listAuditEvents>>[1]['query'] = {}) {
  const { status, body } = await app.call(listAuditEvents, { query }, as);
  expect(status).toBe(200);
  const { result } = body.data as { result: { content: AuditEvent[]; totalElements: number; kinds: string[] } };
  return { ...result, actions: result.content.map(({ action }) => action) };
}

const note = (action: AuditAction, tenantId: string | null = 'kube', details = {}) =>
  writeAudit(app.database.db, {
    action,
    target: { kind: action.split('.')[0] ?? '', id: 'one' },
    tenantId,
    details,
    by: { personId: null, name: 'command line', correlationId: null },
  });

test('an administrator reads who did what, to whom, when and from where, newest first', async () => {
  const learner = await app.aPerson();
  const membership = { startsAt: '2030-01-01T00:00:00.000Z', endsAt: '2031-01-01T00:00:00.000Z' };
  await app.call(setMembership, { params: { userId: learner.personId }, body: membership }, as);
  await app.call(createToken, { body: { name: 'pipeline', abilities: ['content:write'] } }, as);
  const { content, totalElements, kinds } = await list();
  expect(totalElements).toBe(2);
  expect(kinds).toEqual(['person', 'token']);
  expect(content).toEqual([
    expect.objectContaining({ action: 'token.create', actorName: admin.email, tenantId: 'kube' }),
    expect.objectContaining({
      action: expect.stringMatching(/^person\./),
      actorId: admin.personId,
      address: '127.0.0.1',
      targetKind: 'person',
      targetId: learner.personId,
      details: expect.objectContaining({ email: learner.email }),
    }),
  ]);
  expect(Date.now() - Date.parse(content[0]?.at ?? '')).toBeLessThan(60_000);
});

test("an academy's audit log has its own entries and the installation's", async () => {
  await note('alert.create', 'kube');
  await note('alert.delete', 'spring');
  await note('person.remove', null);
  expect(await list()).toMatchObject({ actions: ['person.remove', 'alert.create'], kinds: ['alert', 'person'] });
});

test('it is searched by words and filtered by kind, target and day', async () => {
  await note('alert.create', 'kube', { after: { message: '100 % off_line' } });
  await note('alert.delete');
  await note('token.create');
  expect((await list({ q: 'COMMAND alert' })).actions).toEqual(['alert.delete', 'alert.create']);
  expect((await list({ q: '% off_' })).actions).toEqual(['alert.create']);
  expect((await list({ q: 'alert nobody' })).totalElements).toBe(0);
  expect((await list({ about: 'token' })).actions).toEqual(['token.create']);
  expect((await list({ target: 'one' })).totalElements).toBe(3);
  expect((await list({ target: 'another' })).totalElements).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect((await list({ from: today, to: today })).totalElements).toBe(3);
  expect((await list({ to: '2001-01-01' })).totalElements).toBe(0);
  expect((await list({ sortDir: 'asc' })).actions).toEqual(['alert.create', 'alert.delete', 'token.create']);
});

test('pages follow one another without a gap', async () => {
  const made: AuditAction[] = ['alert.create', 'alert.update', 'alert.delete', 'alert.restore', 'email.add'];
  for (const action of made) await note(action);
  const pages = await Promise.all([0, 1, 2].map((pageNumber) => list({ pageNumber, pageSize: 2 })));
  expect(pages.flatMap(({ actions }) => actions)).toEqual(made.toReversed());
  expect(pages[0]?.totalElements).toBe(5);
});

test('days and kinds that are none are refused with their field', async () => {
  for (const [field, value] of Object.entries({ from: 'yesterday', to: '2030-13-01', about: "x'; drop" })) {
    const { status, body } = await app.call(listAuditEvents, { query: { [field]: value } }, as);
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
  }
});

// Shows security#safe-cells
test('the audit comes as a CSV file of which no cell is a formula', async () => {
  await writeAudit(app.database.db, {
    action: 'alert.create',
    target: { kind: 'alert', id: '=1+1' },
    tenantId: 'kube',
    by: { personId: null, name: '@SUM(A1)', correlationId: null },
  });
  const { response } = await app.call(exportAuditEvents, { query: {} }, as);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers['cache-control']).toBe('no-store');
  const [head, line, ...rest] = response.body.split('\r\n');
  expect(head).toBe('\uFEFFWhen,Academy,Who,From where,What,About,Id,Details,Request');
  expect(line).toContain(`,kube,'@SUM(A1),,alert.create,alert,'=1+1,{},`);
  expect(rest).toEqual(['']);
});

test('the audit log is for administrators', async () => {
  const bearer = await (await app.aPerson()).bearer();
  for (const call of [listAuditEvents, exportAuditEvents] as const) {
    expect((await app.call(call, { query: {} }, { bearer })).status).toBe(403);
    expect((await app.call(call, { query: {} })).status).toBe(401);
  }
});

test('a deleted token leaves its name in the audit log', async () => {
  await app.call(createToken, { body: { name: 'short-lived', abilities: ['content:write'] } }, as);
  const { body } = await app.call(listTokens, { query: {} }, as);
  const [{ tokenId }] = (body.data as { result: [{ tokenId: string }] }).result;
  await app.call(deleteTokens, { body: [tokenId] }, as);
  expect((await list()).content[0]).toMatchObject({ action: 'token.delete', details: { name: 'short-lived' } });
});
