import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { readableUntil } from '../db/readable-until.ts';
import type { Transaction } from '../db/transaction.ts';
import { COUNTS, recountLearners, STATISTICS_VERSION } from './added-statistics.ts';

/** Lock of the server that keeps the sums: one at a time is enough. It ends with its transaction. */
const KEEP_LOCK = 0x3e_b401;
/** Learners that one statement counts: it takes less than a second, also when each has hundreds of events. */
const BATCH = 250;
/** People among whom a step looks for learners of changed courses. */
const MAX_PASSED = 10_000;
/** Longest part of the ledger that is read at once, ms: after a pause it is read in such parts. */
const MAX_PART_MS = 600_000;
const MIN_PART_MS = 1_000;
/** Ledgers with fewer events are counted at once whenever somebody asks. */
export const SMALL_LEDGER = 100_000;
/** Before the first person of a pass. */
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Progress {
  version: number;
  readUntil: Date;
  catalogue: string;
  passAfter: string | null;
  passCourses: string[] | null;
}

/**
 * Keeps the sums of the statistics behind the ledger, one step: learners with new events, then some learners of a pass
 * over all, when the sums are made anew or the lessons of courses have changed. Any server may do it, one does at a
 * time, and each step is a transaction of its own, so that a server may end at any time. Servers that know nothing of
 * the sums may write events meanwhile.
 *
 * @param smallLedger events up to which a ledger has no sums, by the estimate of the database
 * @param batch learners that one statement of a pass counts: many are cheaper where nobody waits
 * @returns whether more is waiting
 */
export async function keepStatistics(db: Database, smallLedger = SMALL_LEDGER, batch = BATCH): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${KEEP_LOCK}) as held`,
    );
    if (locks[0]?.held !== true) return false;
    const progress = await readProgress(tx);
    if (progress === undefined) return begin(tx, smallLedger);
    if (progress.version !== STATISTICS_VERSION) return forgetStatistics(tx).then(() => true);
    const isBehind = await countNewEvents(tx, progress);
    if (isBehind) return true;
    if (progress.passAfter !== null) return goOn(tx, progress.passAfter, progress.passCourses, batch);
    return compareCourses(tx, progress.catalogue);
  });
}

/** Forgets all sums. Servers make them anew from the ledger; until then statistics are counted when somebody asks. */
export async function forgetStatistics(tx: Transaction): Promise<void> {
  await tx.execute(sql`truncate statistic, learner_statistic, learner_course, statistic_course, statistic_progress`);
}

/** How far the sums are; null where there are none. `share` is the part of all people that a pass has reached, 0 to 1. */
export async function statisticsProgress(
  db: Database,
): Promise<{ readUntil: Date; isComplete: boolean; share: number } | null> {
  const { rows } = await db.execute<{ until: string; isComplete: boolean; after: string | null }>(sql`
    select read_until as until, complete_at is not null as "isComplete", pass_after as after from statistic_progress`);
  const [row] = rows;
  if (row === undefined) return null;
  // Ids of people are evenly distributed.
  const share = row.after === null ? 1 : Number.parseInt(row.after.slice(0, 8), 16) / 0xffff_ffff;
  return { readUntil: new Date(row.until), isComplete: row.isComplete, share };
}

async function readProgress(tx: Transaction): Promise<Progress | undefined> {
  const { rows } = await tx.execute<Omit<Progress, 'readUntil'> & { readUntil: string }>(sql`
    select version, read_until as "readUntil", catalogue, pass_after as "passAfter", pass_courses as "passCourses"
    from statistic_progress for update`);
  return rows[0] === undefined ? undefined : { ...rows[0], readUntil: new Date(rows[0].readUntil) };
}

/** Begins a pass over all people once the ledger is large. */
async function begin(tx: Transaction, smallLedger: number): Promise<boolean> {
  const { rows } = await tx.execute<{ events: number }>(
    sql`select reltuples::float8 as events from pg_class where oid = 'progress_event'::regclass`,
  );
  if ((rows[0]?.events ?? 0) < smallLedger) return false;
  await tx.execute(sql`
    insert into statistic_progress (version, read_until, catalogue, pass_after)
    values (${STATISTICS_VERSION}, ${await readableUntil(tx)}, (${CATALOGUE}), ${FIRST})`);
  await tx.execute(CHANGED_COURSES);
  return true;
}

/** Counts learners with events that were recorded since the last time. @returns whether there may be more */
async function countNewEvents(tx: Transaction, { readUntil }: Progress): Promise<boolean> {
  const readable = await readableUntil(tx);
  const since = Number(readUntil);
  let until = Math.min(Number(readable), since + MAX_PART_MS);
  if (until <= since) return false;
  let learners = await withEvents(tx, readUntil, new Date(until), BATCH + 1);
  while (learners.length > BATCH && until - since > MIN_PART_MS) {
    until = Math.ceil((since + until) / 2);
    learners = await withEvents(tx, readUntil, new Date(until), BATCH + 1);
  }
  if (learners.length > BATCH) learners = await withEvents(tx, readUntil, new Date(until), null);
  // Also without learners: what removed ones have added is taken off.
  do await recountLearners(tx, learners.splice(0, BATCH));
  while (learners.length > 0);
  await tx.execute(sql`update statistic_progress set read_until = ${new Date(until)}`);
  return until < Number(readable);
}

async function withEvents(tx: Transaction, since: Date, until: Date, max: number | null): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select person_id as id from progress_event where recorded_at >= ${since} and recorded_at < ${until}
    group by 1 limit ${max}`);
  return rows.map(({ id }) => id);
}

/** Some people of a pass over all; with courses, the learners of these among the next ones. @returns true: a step is to follow */
async function goOn(tx: Transaction, after: string, courses: string[] | null, batch: number): Promise<true> {
  const max = courses === null ? batch : MAX_PASSED;
  const { rows } = await tx.execute<{ id: string; isCounted: boolean }>(
    courses === null
      ? sql`select person_id as id, true as "isCounted" from person where person_id > ${after} order by 1 limit ${max}`
      : sql`
        select person_id as id, bool_or(courses && ${sql.param(courses)}::text[]) as "isCounted"
        from learner_statistic where person_id > ${after} group by 1 order by 1 limit ${max}`,
  );
  const counted = rows.filter(({ isCounted }) => isCounted).map(({ id }) => id);
  const learners = counted.slice(0, batch);
  await recountLearners(tx, learners);
  const isOver = rows.length < max && counted.length === learners.length;
  const last = isOver ? null : counted.length > learners.length ? learners.at(-1) : rows.at(-1)?.id;
  await tx.execute(sql`
    update statistic_progress set pass_after = ${last}::uuid,
      complete_at = case when ${last}::uuid is null then coalesce(complete_at, now()) else complete_at end`);
  return true;
}

/** Begins a pass over the learners of courses whose lessons have changed. @returns whether there are some */
async function compareCourses(tx: Transaction, catalogue: string): Promise<boolean> {
  const { rows } = await tx.execute<{ catalogue: string }>(CATALOGUE);
  if ((rows[0]?.catalogue ?? '') === catalogue) return false;
  const changed = (await tx.execute<{ id: string }>(CHANGED_COURSES)).rows.map(({ id }) => id);
  await tx.execute(sql`update statistic_progress set catalogue = ${rows[0]?.catalogue ?? ''}`);
  if (changed.length === 0) return false;
  // Lessons that were in no course may be in one of these now.
  await tx.execute(sql`
    update statistic_progress set pass_after = ${FIRST}, pass_courses = ${sql.param(['', ...changed])}::text[]`);
  return true;
}

/** Changes with each publish. */
const CATALOGUE = sql`
  select coalesce(string_agg(tenant_id || ' ' || version, ',' order by tenant_id), '') as catalogue from catalogue_version`;

/** Notes which lessons courses have, those that do not count included: they may move to another course. @returns ids of courses where these are others than before, of any academy */
const CHANGED_COURSES = sql`
  with present as (
    select tenant_id, course_id, md5(string_agg(lesson_id || ' ' || ${COUNTS}, ',' order by lesson_id)) as lessons
    from lesson group by 1, 2
  ),
  gone as (
    delete from statistic_course before where not exists (
      select from present where present.tenant_id = before.tenant_id and present.course_id = before.course_id
    ) returning course_id
  ),
  changed as (
    insert into statistic_course (tenant_id, course_id, lessons) select tenant_id, course_id, lessons from present
    on conflict (tenant_id, course_id) do update set lessons = excluded.lessons
    where statistic_course.lessons <> excluded.lessons
    returning course_id
  )
  select course_id as id from gone union select course_id from changed`;
