import { setTimeout } from 'node:timers/promises';
import { getContentUse } from '@academy/contract/publishing-admin';
import { getStats, type Stats } from '@academy/contract/stats';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { learnerStatistic, statistic, statisticProgress } from '../db/statistic-tables.ts';
import { progressEvent } from '../db/tables.ts';
import { removePerson } from '../people/remove-person.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';
import { forgetStatistics, keepStatistics } from './kept-statistics.ts';

const app = await startApp();
const { db, pool } = app.database;
const DAY_MS = 86_400_000;
const ROUNDS = process.env.ACADEMY_TEST_ALL === '1' ? 25 : 4;
/** Sums are kept however small the ledger is. */
const ALWAYS = -1;
let bearer: string;

beforeAll(async () => {
  bearer = await (await app.aPerson({ admin: true })).bearer();
  await publish('rest', ['a', 'b', 'c']);
  await publish('pods', ['d', 'e', 'f', 'g']);
});

const publish = (id: string, lessons: string[], unlisted: string[] = []) =>
  publishCourse(
    app,
    'spring',
    aCourse({
      id,
      lessons: lessons.map((lesson) => ({
        id: lesson,
        ...(unlisted.includes(lesson) && { status: 'unlisted' as const }),
      })),
    }),
  );

/** Keeps until everything that is stored now is counted. */
async function keepAll(): Promise<void> {
  const stored = new Date();
  for (;;) {
    const [isMore] = await Promise.all([keepStatistics(db, ALWAYS), keepStatistics(db, ALWAYS)]);
    const [progress] = await db.select().from(statisticProgress);
    if (!isMore && progress?.passAfter === null && progress.readUntil > stored) return;
    if (!isMore) await setTimeout(100);
  }
}

/** First and last day; left out: the usual twelve weeks. */
type Days = { from?: string; to?: string };

async function stats(courseId: string, days: Days = {}): Promise<Omit<Stats, 'madeAt'>> {
  const { status, body } = await app.call(getStats, { query: { courseId, ...days } }, { bearer });
  expect([status, body.errors]).toEqual([200, []]);
  const { madeAt, ...others } = (body.data as { stats: Stats }).stats;
  return others;
}

/** The same statistics as they are without sums. */
async function counted(courseId: string, days: Days): Promise<Omit<Stats, 'madeAt'>> {
  const [before] = await db.select().from(statisticProgress);
  await db.update(statisticProgress).set({ completeAt: null });
  const found = await stats(courseId, days);
  await db.update(statisticProgress).set({ completeAt: before?.completeAt });
  return found;
}

async function expectCountedEverywhere(): Promise<void> {
  for (const course of ['rest', 'pods', 'cloud'])
    for (const days of [{}, someDays(), someDays(), someDays()])
      expect(await stats(course, days)).toEqual(await counted(course, days));
  const { rows } = await db.execute<{ learners: number }>(sql`
    select count(distinct person_id)::int as learners from progress_event
    where tenant_id = 'spring' and item_kind = 'guide' and item_id = 'guide'`);
  const use = await app.call(getContentUse, { query: { kind: 'guide', id: 'guide' } }, { bearer, tenant: 'spring' });
  expect(use.body.data).toMatchObject({ learners: rows[0]?.learners });
}

/** Days that may begin and end anywhere in a week, with the present day or long before it. */
function someDays(): Days {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const first = Math.floor(Math.random() * 32);
  return { from: day(first), to: day(pick([0, Math.floor(Math.random() * (first + 1))])) };
}

const sums = () =>
  db.select().from(statistic).orderBy(statistic.tenantId, statistic.what, statistic.week, statistic.id);
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
const ABOUT: Readonly<Record<string, string>> = { guide: 'guide', rest: 'course', pods: 'course' };
const anEvent = (personId: string, itemId = pick([...'abcdefgx', 'guide', 'rest', 'pods'])) => ({
  ...{ personId, key: crypto.randomUUID(), tenantId: pick(['spring', 'spring', 'kube']), itemId },
  itemKind: ABOUT[itemId] ?? 'lesson',
  kind:
    ABOUT[itemId] === 'course'
      ? 'finished'
      : pick(['started', 'completed', 'completed', 'undone', 'reset', 'position']),
  value: 1,
  // Few distinct moments: events of one moment count in the order of their arrival.
  at: new Date(Date.now() - Math.floor(Math.random() * 28) * DAY_MS),
});

test(`${ROUNDS} rounds of random activity: sums agree with the ledger`, { timeout: 300_000 }, async () => {
  let learners: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let more = 0; more < 6; more += 1) learners.push((await app.aPerson()).personId);
    await db.insert(progressEvent).values(Array.from({ length: 150 }, () => anEvent(pick(learners))));
    if (round % 4 === 1) {
      const [first = '', ...others] = learners;
      await db.transaction((tx) => removePerson(tx, first));
      learners = others;
    }
    if (round % 4 === 2) await publish('rest', ['a', 'b'], ['b']);
    if (round % 4 === 3) await publish('cloud', ['c', 'x']);
    await keepAll();
    const [progress] = await db.select().from(statisticProgress);
    expect(progress?.completeAt).not.toBeNull();
    await expectCountedEverywhere();
  }
  expect(await db.$count(learnerStatistic, sql`person_id is null`)).toBe(0);

  const kept = await sums();
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter(({ count }) => count <= 0)).toEqual([]);
  await db.transaction(forgetStatistics);
  expect(await sums()).toEqual([]);
  await keepAll();
  expect(await sums()).toEqual(kept);
});

test('an event whose transaction ends late is counted', { timeout: 60_000 }, async () => {
  const [early, late] = [(await app.aPerson()).personId, (await app.aPerson()).personId];
  await keepAll();
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at)
     values ($1, 'late', 'spring', 'lesson', 'd', 'completed', now())`,
    [late],
  );
  await db.insert(progressEvent).values(anEvent(early, 'd'));
  await setTimeout(1_500);
  await keepStatistics(db, ALWAYS);
  await client.query('commit');
  client.release();
  await keepAll();
  await expectCountedEverywhere();
  expect(await db.$count(learnerStatistic, sql`person_id = ${late}`)).toBe(1);
});

test('a small ledger has no sums', async () => {
  await db.transaction(forgetStatistics);
  expect(await keepStatistics(db)).toBe(false);
  expect(await db.$count(statisticProgress)).toBe(0);
});
