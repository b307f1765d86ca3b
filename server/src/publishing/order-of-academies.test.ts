import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../db/transaction.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;

const TENANTS = ['kube', 'spring', 'tanzu'];
const idOf = (tenant: string) => `${tenant}-shared`;
const publish = (tenant: string, title: string) =>
  publishCourse(app, tenant, aCourse({ id: idOf(tenant), title, lessons: [{ id: `${tenant}-shared-1` }] }));

/** Bumps an academy's catalogue version, as the last step of publishing does. */
const bump = (tx: Transaction, tenant: string) =>
  tx.execute(sql`update catalogue_version set version = version + 1 where tenant_id = ${tenant}`);

/** Waits until another transaction waits for a lock of this one. */
async function someoneWaitsFor(pid: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await db.execute(
        sql`select pid from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`,
      );
      return rows.length;
    })
    .toBe(1);
}

// Every academy has a path through the courses of all, so that each publish of one affects the three.
beforeAll(async () => {
  for (const tenant of TENANTS) {
    await publish(tenant, 'As it was');
    const steps = TENANTS.map((one) => ({ type: 'course', id: idOf(one) }));
    await publishItem(app, tenant, anItem('path', { id: `${tenant}-way`, slug: 'way', steps }));
  }
});

it.each(TENANTS)('publishing a shared course of %s locks the academies in one order', async (tenant) => {
  // Another writer that locks the academies in their order, one step ahead of the publish.
  const published = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const [first = '', ...others] = TENANTS;
    await bump(tx, first);
    const publishing = publish(tenant, `Seen from ${tenant}`).catch((error: unknown) => error);
    await someoneWaitsFor(rows[0]?.pid ?? 0);
    // If the publish had locked one of these already, the two would deadlock.
    for (const other of others) await bump(tx, other);
    return { publishing };
  });
  expect(await published.publishing).toMatchObject({ outcome: 'updated' });
});
