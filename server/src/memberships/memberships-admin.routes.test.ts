import { requestVoucher } from '@academy/contract/memberships';
import {
  exportVoucherRequests,
  listVoucherRequests,
  type RequestedVoucher,
  setVoucherSent,
} from '@academy/contract/memberships-admin';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditEvent } from '../db/tables.ts';
import { startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';

let app: TestApp;
let admin: { bearer: string };
let members: TestPerson[];

beforeAll(async () => {
  app = await startApp();
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  members = [await app.aPerson({ pro: true }), await app.aPerson({ pro: true }), await app.aPerson({ pro: true })];
  for (const [at, member] of members.entries()) {
    const as = { bearer: await member.bearer(), tenant: at === 2 ? 'kube' : 'spring' };
    expect((await app.call(requestVoucher, { headers: {} }, as)).status).toBe(200);
  }
});

async function list(query: object = {}): Promise<{ content: RequestedVoucher[]; totalElements: number }> {
  const { status, body } = await app.call(listVoucherRequests, { query }, admin);
  expect(status).toBe(200);
  return (body.data as { result: { content: RequestedVoucher[]; totalElements: number } }).result;
}

test('an administrator sees requests for vouchers, the newest first', async () => {
  const { content, totalElements } = await list();
  expect(totalElements).toBe(2);
  expect(content.map(({ login }) => login)).toEqual([members[1]?.email, members[0]?.email]);
  expect(content[0]).toMatchObject({ userId: members[1]?.personId, sentAt: null });
  expect((await list({ q: members[0]?.email })).totalElements).toBe(1);
  expect((await list({ q: 'nobody' })).content).toEqual([]);
});

test('a voucher is marked as sent, which can be reverted', async () => {
  const [request] = (await list()).content;
  const params = { requestId: request?.requestId ?? '' };
  const mark = (sent: boolean, tenant = 'spring') =>
    app.call(setVoucherSent, { params, body: { sent } }, { ...admin, tenant });
  expect((await mark(true, 'kube')).status).toBe(404);
  const { sentAt } = (await mark(true)).body.data as RequestedVoucher;
  expect(sentAt).not.toBeNull();
  expect(((await mark(true)).body.data as RequestedVoucher).sentAt).toBe(sentAt);
  expect((await list({ state: 'sent' })).content.map(({ requestId }) => requestId)).toEqual([params.requestId]);
  expect((await list({ state: 'waiting' })).totalElements).toBe(1);
  expect((await mark(false)).body.data).toMatchObject({ sentAt: null });
  const entries = await app.database.db.select().from(auditEvent).where(eq(auditEvent.targetId, params.requestId));
  expect(entries.map(({ action }) => action)).toEqual(['voucher.sent', 'voucher.not-sent']);
});

test('the list comes as a CSV file', async () => {
  const { body } = await app.call(exportVoucherRequests, { query: {} }, admin);
  const [head, ...lines] = String(body.data).split('\r\n');
  expect(head).toContain('First name,Last name,Login,Year of membership from,Requested,Sent,Id');
  expect(lines.filter((line) => line !== '')).toHaveLength(2);
});
