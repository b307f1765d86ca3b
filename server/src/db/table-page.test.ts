import { exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
let as: { bearer: string; tenant: string };

beforeAll(async () => {
  as = { bearer: await (await app.aPerson({ admin: true })).bearer(), tenant: 'kube' };
  await app.database.db.execute(sql`
    insert into audit_event (tenant_id, actor_name, action, target_kind, target_id)
    select 'kube', 'Ada', 'token.create', 'token', 'token-' || n from generate_series(1, ${TABLE_ENTRIES_MAX + 50}) n`);
});

async function page(pageNumber: number) {
  const { status, body } = await app.call(listAuditEvents, { query: { pageNumber, pageSize: 100, q: 'Ada' } }, as);
  expect(status).toBe(200);
  return (body.data as { result: { content: { targetId: string }[]; totalElements: number } }).result;
}

test('pages of a table reach 10,000 entries, its export has all', async () => {
  expect(await page(0)).toMatchObject({ totalElements: TABLE_ENTRIES_MAX });
  const last = await page(TABLE_ENTRIES_MAX / 100 - 1);
  expect(last.content).toHaveLength(100);
  expect(last.content.at(-1)?.targetId).toBe('token-51');
  expect((await page(TABLE_ENTRIES_MAX / 100)).content).toEqual([]);
  const { response } = await app.call(exportAuditEvents, { query: { q: 'Ada' } }, as);
  expect(response.body.trim().split('\n')).toHaveLength(TABLE_ENTRIES_MAX + 50 + 1);
});
