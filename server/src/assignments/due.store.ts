import type { LedgerEvent } from '@academy/contract/rules/progress';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { type PartKind, partName } from './assigned-items.ts';

const PART_KINDS: readonly PartKind[] = ['lesson', 'guide', 'course'];

/** An event of a learner about a lesson or guide, or that a course was finished, by the name of the part. */
export interface PartEvent extends LedgerEvent {
  personId: string;
}

/** What people did in the items that are assigned to them. */
export function dueStore(db: Queries) {
  return {
    /** @param parts of `partName` */
    async events(tenantId: string, personIds: readonly string[], parts: readonly string[]): Promise<PartEvent[]> {
      const selects = PART_KINDS.flatMap((itemKind): SQL[] => {
        const ids = idsOf(parts, itemKind);
        return ids.length === 0
          ? []
          : [
              sql`
        select person_id as "personId", ${itemKind}::text as "itemKind", item_id as "itemId", kind, at, sequence
        from progress_event
        where person_id = any(${sql.param(personIds)}::uuid[]) and tenant_id = ${tenantId} and item_kind = ${itemKind}
          and item_id = any(${sql.param(ids)}::text[])`,
            ];
      });
      if (selects.length === 0 || personIds.length === 0) return [];
      const { rows } = await db.execute<EventRow>(sql.join(selects, sql` union all `));
      return rows.map(({ personId, itemKind, itemId, kind, at, sequence }) => ({
        ...{ personId, kind, sequence: Number(sequence), at: new Date(at).getTime() },
        lessonId: partName(itemKind, itemId),
      }));
    },

    /** By person and part: failed attempts at a check since it was last passed. */
    async failures(tenantId: string, personIds: readonly string[], parts: readonly string[]) {
      const ids = idsOf(parts, 'lesson');
      const found = new Map<string, Map<string, number>>();
      if (ids.length === 0 || personIds.length === 0) return found;
      const { rows } = await db.execute<{ personId: string; lessonId: string; failures: number }>(sql`
        select person_id as "personId", lesson_id as "lessonId", (
            count(*) filter (where not passed and submitted_at > coalesce(last_passed, '-infinity')))::integer as failures
        from (
          select person_id, lesson_id, submitted_at, passed,
            max(submitted_at) filter (where passed) over (partition by person_id, lesson_id) as last_passed
          from knowledge_check_attempt
          where person_id = any(${sql.param(personIds)}::uuid[]) and tenant_id = ${tenantId}
            and lesson_id = any(${sql.param(ids)}::text[]) and submitted_at is not null
        ) attempt group by person_id, lesson_id`);
      for (const { personId, lessonId, failures } of rows) {
        const ofPerson = found.get(personId) ?? new Map<string, number>();
        found.set(personId, ofPerson.set(partName('lesson', lessonId), failures));
      }
      return found;
    },
  };
}

const idsOf = (parts: readonly string[], kind: PartKind): string[] => [
  ...new Set(parts.filter((part) => part.startsWith(`${kind} `)).map((part) => part.slice(kind.length + 1))),
];

interface EventRow extends Record<string, unknown> {
  personId: string;
  itemKind: PartKind;
  itemId: string;
  kind: LedgerEvent['kind'];
  at: string;
  sequence: string;
}
