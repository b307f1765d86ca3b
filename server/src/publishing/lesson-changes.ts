import { type Finding, LEARNERS_TOUCHED } from '@academy/contract/findings';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** Ids of lessons that learners find new or changed after a publish of their course; of those that lists show. */
export interface LessonChanges {
  added: string[];
  changed: string[];
}

/** What is left of a text when nothing but its words counts: another edition of the renderer changes no lesson. */
const words = (text: SQL): SQL => sql`regexp_replace(coalesce(${text}, ''), '<[^>]*>|\\s+', '', 'g')`;

/**
 * Compares the lessons of a course to be published with those that are: by their words, videos and questions.
 *
 * @param pieces JSON arrays of `BuiltLesson`
 */
export async function lessonChanges(
  tx: Transaction,
  tenantId: TenantScope,
  courseId: string,
  pieces: readonly Buffer[],
): Promise<LessonChanges> {
  const found: { id: string; isNew: boolean }[] = [];
  for (const piece of pieces) {
    const { rows } = await tx.execute<{ id: string; isNew: boolean }>(sql`
      select * from (
        select now."lessonId" as id, was.lesson_id is null as "isNew",
          case when was.lesson_id is null then true
            when was.body = now.body and was.knowledge_check is not distinct from now."knowledgeCheck" then false
            else ${words(sql`was.body ->> 'html'`)} <> ${words(sql`now.body ->> 'html'`)}
              or was.body -> 'video' is distinct from now.body -> 'video'
              or ${words(sql`(was.knowledge_check -> 'questions')::text`)}
                <> ${words(sql`(now."knowledgeCheck" -> 'questions')::text`)}
          end as "isOther"
        from json_to_recordset(${piece}::json) as now
          ("lessonId" text, type text, listed boolean, body jsonb, "knowledgeCheck" jsonb)
        left join lesson was on was.tenant_id = ${tenantId} and was.lesson_id = now."lessonId"
          and was.course_id = ${courseId} and was.removed_at is null and was.listed
        where now.type <> 'module' and now.listed
      ) lesson where "isOther"`);
    found.push(...rows);
  }
  const idsOf = (isNew: boolean) => found.filter((one) => one.isNew === isNew).map(({ id }) => id);
  return { added: idsOf(true), changed: idsOf(false) };
}

/** Notes the lessons that a publish has changed. */
export async function noteChanged(tx: Transaction, tenantId: TenantScope, { changed }: LessonChanges): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(sql`
    update lesson set changed_at = date_trunc('milliseconds', clock_timestamp())
    where tenant_id = ${tenantId} and lesson_id = any(${sql.param(changed)}::text[])`);
}

/** How many people have the certificate of a course. */
async function finishers(db: Queries, tenantId: TenantScope, courseId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from certificate
    where tenant_id = ${tenantId} and kind = 'course' and item_id = ${courseId}`);
  return rows[0]?.count ?? 0;
}

/** Says which learners a publish touches; nothing where it touches none. @param file the course's file */
export async function touchedLearners(
  db: Queries,
  tenantId: TenantScope,
  courseId: string,
  learners: number,
  { added, changed }: LessonChanges,
  file: string,
): Promise<Finding[]> {
  if (learners === 0 || added.length + changed.length === 0) return [];
  const finished = await finishers(db, tenantId, courseId);
  const message =
    `${finished} of ${learners} ${learners === 1 ? 'learner has' : 'learners have'} finished the course, and it stays ` +
    `finished; its page shows them what is new: ${counted(added.length, 'new')}, ${counted(changed.length, 'changed')}${
      finished < learners && added.length > 0 ? '. For the others the new ones are still to be done' : ''
    }`;
  return [{ file, line: 1, severity: 'warning', code: LEARNERS_TOUCHED, message }];
}

const counted = (count: number, what: string): string => `${count} ${what} ${count === 1 ? 'lesson' : 'lessons'}`;
