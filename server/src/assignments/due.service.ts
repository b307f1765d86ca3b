import type { Due } from '@academy/contract/assignments';
import {
  type Activity,
  byDueDate,
  completionsOf,
  type DueState,
  dayIn,
  daysBetween,
  dueOf,
  oncePerItem,
} from '@academy/contract/rules/due';
import { pathCounts } from '@academy/contract/rules/path-progress';
import {
  type CourseCounts,
  countCompleted,
  finishedOnce,
  type LedgerEvent,
  lessonStates,
} from '@academy/contract/rules/progress';
import type { Database } from '../db/connect.ts';
import type { TenantScope } from '../values/scope.ts';
import { type AssignedItem, type AssignedItemsOptions, assignedItems, itemName } from './assigned-items.ts';
import { type AssignmentRow, assignmentsStore } from './assignments.store.ts';
import { dueStore } from './due.store.ts';

export interface DueOptions extends AssignedItemsOptions {
  db: Database;
}

/** How a person stands with an assignment of theirs. */
export interface Standing {
  row: AssignmentRow;
  item: AssignedItem;
  due: DueState;
  activity: Activity;
  /** Its lessons that are completed now, of those that count for the person. */
  counts: CourseCounts;
}

/**
 * The one place where it is computed what people have to do: home, course pages, calendars, mails and managers' pages all
 * read it here.
 */
export function dueService({ db, ...catalogue }: DueOptions) {
  const itemsOf = assignedItems(catalogue);

  /**
   * The standings of people by their id; people without an assignment are absent, and so are items that cannot be opened.
   *
   * @param now ms since 1970
   * @param only one assignment; left out: all of the academy
   */
  async function standings(
    tenantId: TenantScope,
    personIds: readonly string[],
    now: number,
    only?: string,
  ): Promise<Map<string, Standing[]>> {
    const store = assignmentsStore(db);
    const held = await store.heldBy(tenantId, personIds, only);
    if (held.length === 0) return new Map();
    const rows = await store.byIds(tenantId, [...new Set(held.map(({ assignmentId }) => assignmentId))]);
    const items = await itemsOf(tenantId, rows);
    const parts = [...new Set([...items.values()].flatMap((item) => [...item.parts, ...item.courses.keys()]))];
    const people = [...new Set(held.map(({ personId }) => personId))];
    const [events, failures] = await Promise.all([
      dueStore(db).events(tenantId, people, parts),
      dueStore(db).failures(tenantId, people, parts),
    ]);
    const eventsOf = Map.groupBy(events, ({ personId }) => personId);
    const rowOf = new Map(rows.map((row) => [row.assignmentId, row]));
    const found = new Map<string, Standing[]>();
    for (const { personId, assignmentId, since } of held) {
      const row = rowOf.get(assignmentId);
      const item = row && items.get(itemName(row));
      if (row === undefined || item === undefined) continue;
      const own = eventsOf.get(personId) ?? [];
      const standing = standingOf(row, item, since, own, failures.get(personId), now);
      found.set(personId, [...(found.get(personId) ?? []), standing]);
    }
    return found;
  }

  return {
    standings,
    itemsOf,

    /** What one person has to do, each item once, sorted as learners see it. @param now ms since 1970 */
    async ofPerson(tenantId: TenantScope, personId: string, now: number): Promise<Due[]> {
      const own = (await standings(tenantId, [personId], now)).get(personId) ?? [];
      return oncePerItem(own.map((standing) => shownDue(standing, now)).sort(byDueDate));
    },
  };
}

export type DueService = ReturnType<typeof dueService>;

function standingOf(
  row: AssignmentRow,
  item: AssignedItem,
  since: Date,
  events: readonly LedgerEvent[],
  failures: ReadonlyMap<string, number> | undefined,
  now: number,
): Standing {
  const parts = new Set([...item.parts, ...item.courses.keys()]);
  const own = events.filter(({ lessonId }) => parts.has(lessonId));
  const acts = own.filter(({ kind }) => kind !== 'finished');
  return {
    row,
    item,
    due: dueOf(row, since.getTime(), completionsOf(item.parts, own, item.courses), now),
    activity: {
      lastAt: acts.length === 0 ? null : Math.max(...acts.map(({ at }) => at)),
      failures: Math.max(0, ...item.parts.map((part) => failures?.get(part) ?? 0)),
    },
    counts: countsOf(item, own),
  };
}

/** Counted as on every other screen, course by course. */
function countsOf({ parts, courses }: AssignedItem, events: readonly LedgerEvent[]): CourseCounts {
  const [states, finished] = [lessonStates(events), finishedOnce(events)];
  const lessons = (names: readonly string[]) => names.map((lessonId) => ({ lessonId }));
  if (courses.size === 0) return countCompleted(lessons(parts), states);
  return pathCounts([...courses].map(([name, own]) => countCompleted(lessons(own), states, finished.has(name))));
}

function shownDue({ row, item, due }: Standing, now: number): Due {
  const { assignmentId, kind, itemId, mandatory, beginsOn, zone } = row;
  const { title, path } = item;
  return {
    ...{ assignmentId, kind, itemId, title, path, mandatory, beginsOn },
    state: due.state,
    dueOn: due.dueOn,
    daysLeft: due.dueOn === null ? null : daysBetween(dayIn(zone, now), due.dueOn),
    completedAt: due.completedAt === null ? null : new Date(due.completedAt).toISOString(),
    isRenewal: due.isRenewal,
  };
}
