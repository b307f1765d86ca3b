import { type LedgerEntry, readProgressLedger } from '@academy/contract/progress';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { writeAudit } from '../audit/audit.store.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db, pool } = app.database;
const as = { bearer: await app.aToken(await app.aPerson({ admin: true }), 'spring', ['ledger:read']) };

/** Everything after a cursor, in replies of this many entries. */
async function readAll(after: string | null = null, max = 2): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let next = after; ; ) {
    const query = { max, ...(next === null ? {} : { after: next }) };
    const { status, body } = await app.call(readProgressLedger, { query }, as);
    expect(status).toBe(200);
    const page = body.data as { entries: LedgerEntry[]; next: string | null; isEnd: boolean };
    entries.push(...page.entries);
    expect(page.entries.length).toBeLessThanOrEqual(max);
    if (page.isEnd) return entries;
    next = page.next;
  }
}

const INSERT = `
  insert into progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at, recorded_at)
  values ($1, $2, $3, 'lesson', $2, 'completed', '2026-01-01', coalesce($4::timestamptz, now()))`;
const insert = (
  key: string,
  recordedAt: string | null,
  tenantId = 'spring',
  client: { query: typeof pool.query } = pool,
) => client.query(INSERT, [PERSON, key, tenantId, recordedAt]);
const PERSON = '00000000-0000-4000-8000-00000000abcd';
const itemsOf = (entries: readonly LedgerEntry[]) =>
  entries.map((entry) => (entry.type === 'event' ? entry.itemId : `removed ${entry.userId}`));

it('every entry comes once, in the order of its moment', async () => {
  expect(await readAll()).toEqual([]);
  const same = '2026-02-01T10:00:00.123456Z';
  for (const key of ['same-a', 'same-b', 'same-c', 'same-d', 'same-e']) await insert(key, same);
  await insert('first', '2019-05-01T00:00:00Z');
  await insert('micro', '2026-02-01T10:00:00.123457Z');
  await insert('other-academy', '2026-02-01T11:00:00Z', 'kube');
  await db.transaction(async (tx) => {
    const by = { personId: null, name: 'test', correlationId: null };
    await writeAudit(tx, { action: 'person.remove', target: { kind: 'person', id: 'gone' }, tenantId: null, by });
    await tx.execute(sql`update audit_event set at = '2026-02-01 10:00:00.1234565Z' where target_id = 'gone'`);
  });
  const ordered = ['first', 'same-a', 'same-b', 'same-c', 'same-d', 'same-e', 'removed gone', 'micro'];
  for (const max of [1, 2, 3, 100]) expect(itemsOf(await readAll(null, max)), `${max} at once`).toEqual(ordered);
});

it('an event that is committed late is not passed over', async () => {
  const before = (await readAll()).at(-1)?.cursor ?? null;
  const late = await pool.connect();
  try {
    await late.query('begin');
    await insert('late', null, 'spring', late);
    // Another one begins and ends while it is held, and would be read before it.
    await insert('quick', null);
    await expect
      .poll(
        () =>
          pool
            .query(
              "select now() - interval '1.1 seconds' > max(recorded_at) as old from progress_event where key = 'quick'",
            )
            .then(({ rows }) => rows[0].old),
        { timeout: 10_000 },
      )
      .toBe(true);
    expect(itemsOf(await readAll(before))).toEqual([]);
    await late.query('commit');
  } finally {
    late.release();
  }
  await expect.poll(async () => itemsOf(await readAll(before)), { timeout: 10_000 }).toEqual(['late', 'quick']);
});

it('reading goes on where it ended, and a made-up cursor is refused', async () => {
  const all = await readAll();
  const middle = all[3]?.cursor ?? null;
  expect(await readAll(middle)).toEqual(all.slice(4));
  const refused = await app.call(readProgressLedger, { query: { after: 'yesterday' } }, as);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('earlier reply')]);
});

it('a token with another ability cannot read it', async () => {
  const bearer = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['stats:read']);
  expect((await app.call(readProgressLedger, {}, { bearer })).status).toBe(403);
});
