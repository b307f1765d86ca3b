import { type SQL, sql } from 'drizzle-orm';
import type { TenantScope } from '../values/scope.ts';
import { type Period, partsOf } from './parts-of-period.ts';

/** Attempts that are not in the sums are read one by one: the newest are enough. */
const MAX_ATTEMPTS = 20_000;
const WEEK_MS = 7 * 86_400_000;

/**
 * The answers of some attempts to their questions, as parts of a query: `marked`. Visitors' attempts do not count, because
 * they are deleted after a day.
 *
 * @param attempts from which rows, and which of them: submitted ones
 */
export const markedAnswers = (attempts: SQL): SQL => sql`
  answer as (
    select tenant_id, date_trunc('week', submitted_at at time zone 'UTC')::date as week, lesson_id,
      question ->> 'questionKey' as question_key, coalesce(question ->> 'question', '') as question,
      question -> 'options' as options, coalesce(selected -> (question ->> 'questionKey'), '[]') as chosen
    from ${attempts}
  ),
  marked as materialized (
    select *, exists (
      select from jsonb_array_elements(options) as option
      where (option ->> 'isCorrect')::boolean <> (chosen ? (option ->> 'optionKey'))
    ) as wrong
    from answer
  )`;

/** All questions of an attempt, as a part of a query. */
export const eachQuestion = sql`jsonb_array_elements(asked -> 'questions') as question`;

/** HTML of all options that were asked, by their keys: a question keeps its key while authors change its options. */
export const optionWords = sql`
  coalesce(jsonb_object_agg(option ->> 'optionKey', option ->> 'html') filter (where option is not null), '{}')`;

/** Condition: the option of an answer in `marked` is wrong and was chosen. */
export const isWrongChoice = sql`not (option ->> 'isCorrect')::boolean and marked.chosen ? (option ->> 'optionKey')`;

/**
 * How learners answered in a period: `summed` are the sums of its whole weeks, `marked` the answers that these do not have,
 * which are those of cut weeks and of the last minutes.
 */
export function answersIn(tenantId: TenantScope, period: Period): SQL {
  const { weeks, cut } = partsOf(period, new Date());
  const none = { from: period.from, until: period.from };
  const parts = [
    ...cut.map(({ from, until }) => sql`(${from}::timestamptz, ${until}::timestamptz)`),
    sql`(greatest(${(weeks ?? none).from}::timestamptz, coalesce(
      (select read_until from question_progress where tenant_id = ${tenantId}), 'epoch')), ${(weeks ?? none).until}::timestamptz)`,
  ];
  // Each part is a range of the index, read from its end.
  const newest = (of: SQL) => sql`${of} order by submitted_at desc limit ${MAX_ATTEMPTS}`;
  const ofPart = newest(sql`
    select tenant_id, submitted_at, lesson_id, asked, selected from knowledge_check_attempt
    where tenant_id = ${tenantId} and person_id is not null
      and submitted_at >= part.first and submitted_at < part.until`);
  const attempts = newest(sql`
    select attempt.* from (values ${sql.join(parts, sql`, `)}) as part (first, until), lateral (${ofPart}) as attempt`);
  return sql`
    -- Read as a whole for the numbers, and by key for the hardest.
    summed as not materialized (
      select lesson_id, question_key, asked, wrong, chosen from question_statistic
      where tenant_id = ${tenantId} and week = any(${sql.param(mondaysOf(weeks ?? none))}::date[])
    ),
    ${markedAnswers(sql`(${attempts}) as attempt, ${eachQuestion}`)}`;
}

/** The weeks of whole weeks, each by its Monday. */
function mondaysOf({ from, until }: Period): string[] {
  const mondays: string[] = [];
  for (let at = from; at < until; at = new Date(at.getTime() + WEEK_MS)) mondays.push(at.toISOString().slice(0, 10));
  return mondays;
}
