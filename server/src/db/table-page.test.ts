import { exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import { searchPeople } from '@academy/contract/people-admin';
import { listWebhooks, type Webhook } from '@academy/contract/webhooks';
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

test('the list of people ends after 10,000, in both orders and with members first', async () => {
  const { db } = app.database;
  await db.execute(sql`
    insert into person (issuer, subject, email, first_name, last_name, pro_starts_at, pro_ends_at)
    select 'embedded', 'many-' || n, 'many-' || n || '@example.org', 'Many', 'Number ' || lpad(n::text, 5, '0'),
      case when n <= 30 then now() end, case when n <= 30 then now() + interval '1 day' when n > 10100 then now() - interval '1 day' end
    from generate_series(1, ${TABLE_ENTRIES_MAX + 150}) n`);
  const list = async (body: object) => {
    const { status, body: reply } = await app.call(searchPeople, { body: { sortBy: 'lastName', ...body } }, as);
    expect(status).toBe(200);
    const { content, totalElements } = (
      reply.data as { result: { content: { login: string }[]; totalElements: number } }
    ).result;
    return { logins: content.map(({ login }) => login), totalElements };
  };
  expect(await list({})).toMatchObject({ totalElements: TABLE_ENTRIES_MAX });
  expect((await list({ pageNumber: 99, pageSize: 100 })).logins.at(-1)).toBe('many-10000@example.org');
  expect((await list({ pageNumber: 100, pageSize: 100 })).logins).toEqual([]);
  // Ended members are not listed.
  const down = await list({ sortDir: 'desc', pageSize: 2 });
  expect(down.logins).toEqual([expect.not.stringContaining('many'), 'many-10100@example.org']);
  const members = await list({ sortBy: 'isPro', sortDir: 'desc', pageNumber: 1, pageSize: 20 });
  // The first page has members 30 to 11; those without come after the last one.
  expect(members.logins.slice(8, 11)).toEqual([
    'many-2@example.org',
    'many-1@example.org',
    expect.not.stringContaining('many'),
  ]);
});

test('numbers of deliveries end at 10,000', async () => {
  const { db } = app.database;
  await db.execute(sql`
    with hook as (
      insert into webhook (tenant_id, url, events, secret) values ('kube', 'https://hooks.example.org/', '{}', 'x') returning webhook_id)
    insert into webhook_delivery (webhook_id, event, event_key, payload, delivered_at, failed_at)
    select webhook_id, 'ping', n::text, '{}', case when n > 5 then now() end, case when n <= 3 then now() end
    from hook, generate_series(1, ${TABLE_ENTRIES_MAX + 50}) n`);
  await db.execute(sql`
    with hook as (
      insert into webhook (tenant_id, url, events, secret) values ('kube', 'https://hooks.example.org/', '{}', 'x') returning webhook_id)
    insert into webhook_delivery (webhook_id, event, event_key, payload) select webhook_id, 'ping', 'one', '{}' from hook`);
  const { body } = await app.call(listWebhooks, {}, as);
  expect((body.data as { result: Webhook[] }).result.map(({ counts }) => counts)).toEqual([
    { waiting: 2, delivered: TABLE_ENTRIES_MAX, failed: 3 },
    { waiting: 1, delivered: 0, failed: 0 },
  ]);
});
