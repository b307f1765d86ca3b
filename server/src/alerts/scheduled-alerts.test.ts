import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import { alert } from '../db/alert-tables.ts';
import { testDatabase } from '../testing/database.ts';
import { alertSchedule } from './scheduled-alerts.ts';

const { db, pool } = await testDatabase();
const versions = new CatalogueVersions(pool, () => undefined);
const HOUR_MS = 3_600_000;

beforeAll(() => versions.start());
afterAll(() => versions.close());

const schedule = (times: { startsAt: Date | null; endsAt: Date | null }, tenantId = 'spring') =>
  db.insert(alert).values({ tenantId, message: 'x', level: 'info', audience: 'all', authorFirstName: 'A', ...times });
const inMs = (ms: number) => new Date(Date.now() + ms);

/** Both versions of an academy, of pages and of content. */
const versionsOf = (tenantId: string) => [versions.of(tenantId), versions.ofContent(tenantId)];

test('an alert that starts or ends invalidates pages, not content', async () => {
  await schedule({ startsAt: inMs(HOUR_MS / 2), endsAt: inMs(2 * HOUR_MS) });
  await schedule({ startsAt: null, endsAt: null });
  const run = alertSchedule(db, versions);
  const untilStart = await run();
  expect(untilStart).toBeGreaterThan(0);
  expect(untilStart).toBeLessThanOrEqual(HOUR_MS / 2);
  expect(versionsOf('spring')).toEqual([0, 0]);

  // Times in the past from now on: the same as waiting for them.
  await db.update(alert).set({ startsAt: sql`now()` }).where(sql`${alert.startsAt} is not null`);
  expect(await run()).toBe(0);
  expect(versionsOf('spring')).toEqual([1, 0]);
  expect(await run()).toBe(HOUR_MS);
  expect(versionsOf('spring')).toEqual([1, 0]);

  await db.update(alert).set({ endsAt: sql`now()` }).where(sql`${alert.endsAt} is not null`);
  expect(await run()).toBe(0);
  expect(versionsOf('spring')).toEqual([2, 0]);
  expect(await run()).toBe(HOUR_MS);
});

test('alerts of several academies that start at once are one run', async () => {
  for (const tenantId of ['kube', 'tanzu']) await schedule({ startsAt: inMs(HOUR_MS), endsAt: null }, tenantId);
  const run = alertSchedule(db, versions);
  await run();
  await db.update(alert).set({ startsAt: sql`now()` });
  expect(await run()).toBe(0);
  expect(['kube', 'tanzu'].map((tenantId) => versions.of(tenantId))).toEqual([1, 1]);
});

test('a run that fails finds the same alerts again', async () => {
  await schedule({ startsAt: inMs(HOUR_MS), endsAt: null });
  const before = versions.of('spring');
  let fails = false;
  const run = alertSchedule(db, {
    bump: (...given) => (fails ? Promise.reject(new Error('lost')) : versions.bump(...given)),
  });
  await run();
  await db.update(alert).set({ startsAt: sql`now()` });
  fails = true;
  await expect(run()).rejects.toThrow('lost');
  fails = false;
  expect(await run()).toBe(0);
  expect(versions.of('spring')).toBe(before + 1);
});
