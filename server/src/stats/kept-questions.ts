import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { readableUntil } from '../db/readable-until.ts';
import type { Transaction } from '../db/transaction.ts';
import { eachQuestion, isWrongChoice, markedAnswers, optionWords } from './question-queries.ts';

/** Attempts that one statement adds: it takes a fraction of a second. */
const BATCH = 2_000;
/** How much the clocks of servers, by which attempts are submitted, may differ from the clock of the database, s. */
const CLOCKS_S = 60;

/**
 * Keeps the sums of how questions were answered behind the attempts, one step for each academy. A submitted attempt never
 * changes, so each is added once; how far they were added is stored with the sums. Any server may do it; where another one
 * does at the moment, or a learner is being removed, the step is left out.
 *
 * @returns whether more is waiting
 */
export async function keepQuestions(db: Database, batch = BATCH): Promise<boolean> {
  await db.execute(sql`
    insert into question_progress (tenant_id, read_until) select tenant_id, 'epoch' from catalogue_version
    where exists (select from knowledge_check_attempt attempt where attempt.tenant_id = catalogue_version.tenant_id
      and submitted_at < now() - ${CLOCKS_S} * interval '1 second')
    on conflict do nothing`);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ tenantId: string }>(sql`
      select tenant_id as "tenantId" from question_progress order by tenant_id for update skip locked`);
    let isMore = false;
    for (const { tenantId } of rows) if (await addNext(tx, tenantId, batch)) isMore = true;
    return isMore;
  });
}

/** Forgets the sums. Servers make them anew from the attempts; until then the newest attempts are counted. */
export async function forgetQuestions(tx: Transaction): Promise<void> {
  // In the order in which attempts are added and taken off, so that neither waits for the other.
  await tx.execute(sql`truncate question_progress, question_statistic, asked_question`);
}

/** How many submitted attempts of learners are still to be added, in all academies. Those of the last minute always are. */
export async function attemptsToAdd(db: Database): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from knowledge_check_attempt attempt left join question_progress using (tenant_id)
    where submitted_at >= coalesce(read_until, 'epoch') and attempt.person_id is not null`);
  return rows[0]?.waiting ?? 0;
}

/** Takes what a learner's attempts have added off the sums, before the attempts are deleted. */
export const takeOffAttempts = (tx: Transaction, personId: string): Promise<void> =>
  changeSums(tx, sql`person_id = ${personId}`, -1);

/** Adds an attempt that a visitor submitted and that has become a learner's, unless it is still to be added. */
export const addMovedAttempt = (tx: Transaction, attemptId: string): Promise<void> =>
  changeSums(tx, sql`attempt_id = ${attemptId}`, 1);

async function changeSums(tx: Transaction, attempts: SQL, sign: 1 | -1): Promise<void> {
  // No step begins before the end of this transaction, so that the attempts are either in the sums or not.
  await tx.execute(sql`select from question_progress order by tenant_id for update`);
  const added = sql`${attempts} and submitted_at < (
    select read_until from question_progress where question_progress.tenant_id = knowledge_check_attempt.tenant_id)`;
  await tx.execute(sumsOf(added, sign));
}

/** @returns whether there are more */
async function addNext(tx: Transaction, tenantId: string, batch: number): Promise<boolean> {
  const readable = new Date(Number(await readableUntil(tx)) - CLOCKS_S * 1000);
  // As text: moments of the database are finer than a Date.
  const { rows } = await tx.execute<{ since: string; until: string; isMore: boolean }>(sql`
    select since::text as since, coalesce(next, readable)::text as until, next is not null as "isMore"
    from (select read_until as since, ${readable}::timestamptz as readable from question_progress where tenant_id = ${tenantId}) one,
    lateral (
      select (
        select greatest(submitted_at, since + interval '1 millisecond') from knowledge_check_attempt
        where tenant_id = ${tenantId} and submitted_at >= since and submitted_at < readable
        order by submitted_at offset ${batch} limit 1
      ) as next
    ) following
    where readable > since and exists (
      -- Nothing is written while nobody submits attempts.
      select from knowledge_check_attempt
      where tenant_id = ${tenantId} and submitted_at >= since and submitted_at < readable
    )`);
  const [part] = rows;
  if (part === undefined) return false;
  const { since, until, isMore } = part;
  await tx.execute(
    sumsOf(
      sql`tenant_id = ${tenantId} and submitted_at >= ${since}::timestamptz and submitted_at < ${until}::timestamptz`,
      1,
    ),
  );
  await tx.execute(sql`update question_progress set read_until = ${until}::timestamptz where tenant_id = ${tenantId}`);
  return isMore;
}

/** Changes the sums by what attempts add. @param attempts condition for submitted ones */
const sumsOf = (attempts: SQL, sign: 1 | -1): SQL => sql`
  with ${markedAnswers(sql`knowledge_check_attempt, ${eachQuestion} where person_id is not null and ${attempts}`)},
  choice as (
    select tenant_id, week, lesson_id, question_key, option ->> 'optionKey' as option_key, count(*) as count
    from marked, jsonb_array_elements(options) as option where ${isWrongChoice} group by 1, 2, 3, 4, 5
  ),
  choices as (
    select tenant_id, week, lesson_id, question_key, jsonb_object_agg(option_key, ${sign} * count) as chosen
    from choice group by 1, 2, 3, 4
  ),
  words as (
    insert into asked_question (tenant_id, lesson_id, question_key, question, options)
    select tenant_id, lesson_id, question_key, min(question), ${optionWords}
    from marked left join lateral jsonb_array_elements(options) as option on true
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, lesson_id, question_key) do update set options = asked_question.options || excluded.options
    where not asked_question.options @> excluded.options
  ),
  added as (
    select tenant_id, week, lesson_id, question_key, ${sign} * count(*)::int as asked,
      ${sign} * (count(*) filter (where wrong))::int as wrong
    from marked group by 1, 2, 3, 4
  )
  insert into question_statistic as kept (tenant_id, week, lesson_id, question_key, asked, wrong, chosen)
  select tenant_id, week, lesson_id, question_key, asked, wrong, coalesce(chosen, '{}')
  from added left join choices using (tenant_id, week, lesson_id, question_key)
  order by tenant_id, week, lesson_id, question_key
  on conflict (tenant_id, week, lesson_id, question_key) do update set
    asked = kept.asked + excluded.asked, wrong = kept.wrong + excluded.wrong,
    chosen = (
      select coalesce(jsonb_object_agg(key, count), '{}') from (
        select key, sum(value::int) as count
        from (select * from jsonb_each_text(kept.chosen) union all select * from jsonb_each_text(excluded.chosen)) both_times
        group by key having sum(value::int) <> 0
      ) summed
    )`;
