import type { ReportRow } from '@academy/contract/progress-reports';
import type { ReportState } from '@academy/contract/rules/report-columns';
import { type SQL, sql } from 'drizzle-orm';

export interface ReportFilters {
  q: string;
  group?: string | undefined;
  course?: string | undefined;
  state?: ReportState | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A row as a statement of a report selects it; what it leaves out is null. */
export interface SelectedRow extends Record<string, unknown> {
  id: string;
  personId?: string;
  personName?: string;
  groupId?: string;
  groupName?: string;
  courseId?: string | null;
  courseTitle?: string | null;
  itemId?: string;
  itemTitle?: string;
  people?: number | null;
  begun?: number | null;
  completed?: number | null;
  beganAt?: string | Date | null;
  completedAt?: string | Date | null;
  lessonsDone?: number | null;
  lessons?: number | null;
  attempts?: number | null;
  bestResult?: number | null;
  seconds?: number | null;
  lastSeenAt?: string | Date | null;
}

export function presentRow(row: SelectedRow): ReportRow {
  const named = (id: string | null | undefined, name: string | null | undefined) =>
    id === undefined || id === null ? null : { id, name: name || id };
  return {
    id: row.id,
    person: named(row.personId, row.personName),
    group: named(row.groupId, row.groupName),
    course: named(row.courseId, row.courseTitle),
    item: named(row.itemId, row.itemTitle),
    people: row.people ?? null,
    begun: row.begun ?? null,
    completed: row.completed ?? null,
    beganAt: momentOf(row.beganAt),
    completedAt: momentOf(row.completedAt),
    lessonsDone: row.lessonsDone ?? null,
    lessons: row.lessons ?? null,
    attempts: row.attempts ?? null,
    bestResult: row.bestResult ?? null,
    seconds: row.seconds ?? null,
    dueOn: null,
    isLate: null,
    lastSeenAt: momentOf(row.lastSeenAt),
  };
}

const momentOf = (at: string | Date | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

/** Condition: a moment is within the days of the filters, UTC. @param column such as `last_at` */
export function withinDays({ from, to }: ReportFilters, column: SQL): SQL {
  const first = from === undefined ? sql`true` : sql`${column} >= ${from}::date::timestamp at time zone 'UTC'`;
  const last = to === undefined ? sql`true` : sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`;
  return sql`(${first} and ${last})`;
}
