import type { GroupProgress, GroupProgressReply } from '@academy/contract/assignments-admin';
import { AcademyError } from '@academy/contract/errors';
import { PACES, type Pace, paceOf } from '@academy/contract/rules/due';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import { rowsOfPage, type TablePage } from '../db/table-page.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';
import type { DueService, Standing } from './due.service.ts';
import { peopleOfGroups } from './group-progress.store.ts';

/** Groups up to this size are counted at each request. */
const COUNTED_AT_ONCE = 1_000;
/** People whose standings are computed together. */
const CHUNK = 500;
/** The paces of a large group are kept this long, ms. */
const KEPT_MS = 60_000;
/** Of so many groups and assignments. */
const MAX_KEPT = 20;

/** The paces of all people of a group, by their id. */
interface Counted {
  paces: ReadonlyMap<string, Pace>;
  at: number;
}

export interface GroupProgressOptions {
  db: Database;
  due: DueService;
  onFailure: (error: unknown) => void;
  now?: () => number;
}

/** Who of a group, and about which assignment. The caller was found to look after the group. */
export interface OfGroup {
  groupId: string;
  assignmentId: string;
}

/** How the people of a group get on with an assignment. */
export function groupProgressService({ db, due, onFailure, now = Date.now }: GroupProgressOptions) {
  const kept = new LRUCache<string, Counted>({ max: MAX_KEPT });
  const counting = new Map<string, Promise<Counted>>();
  const people = peopleOfGroups(db);

  async function standingsOf(tenantId: TenantScope, assignmentId: string, ids: readonly string[]) {
    const found = new Map<string, Standing>();
    for (let from = 0; from < ids.length; from += CHUNK) {
      const part = await due.standings(tenantId, ids.slice(from, from + CHUNK), now(), assignmentId);
      for (const [personId, [standing]] of part) if (standing !== undefined) found.set(personId, standing);
    }
    return found;
  }

  async function count(tenantId: TenantScope, assignmentId: string, ids: readonly string[]): Promise<Counted> {
    const standings = await standingsOf(tenantId, assignmentId, ids);
    const paces = new Map([...standings].map(([id, one]) => [id, paceOf(one.due, one.activity, now())]));
    return { paces, at: now() };
  }

  /** Counted now for a small group; for a large one what was counted last, or null for the first minute. */
  async function countedOf(tenantId: TenantScope, of: OfGroup, ids: readonly string[]): Promise<Counted | null> {
    if (ids.length <= COUNTED_AT_ONCE) return count(tenantId, of.assignmentId, ids);
    const key = `${tenantId} ${of.groupId} ${of.assignmentId}`;
    const known = kept.get(key) ?? null;
    if ((known === null || now() - known.at > KEPT_MS) && !counting.has(key)) {
      const making = count(tenantId, of.assignmentId, ids);
      counting.set(key, making);
      making
        .then((counted) => kept.set(key, counted))
        .catch(onFailure)
        .finally(() => counting.delete(key));
    }
    return known;
  }

  return {
    /** How many people of a group are done; null while it is being counted. */
    async done(tenantId: TenantScope, of: OfGroup): Promise<number | null> {
      const counted = await countedOf(tenantId, of, await people.idsByName(of.groupId, ''));
      return counted === null ? null : [...counted.paces.values()].filter((pace) => pace === 'done').length;
    },

    /** One page by name. @param pace only people of this pace */
    async page(
      { tenantId }: SignedInScope,
      of: OfGroup,
      { pace, q }: { pace: Pace | undefined; q: string },
      page: TablePage,
    ): Promise<GroupProgressReply> {
      const all = await people.idsByName(of.groupId, '');
      const counted = await countedOf(tenantId, of, all);
      const found = q === '' ? all : await people.idsByName(of.groupId, q);
      const ids = pace === undefined || counted === null ? found : found.filter((id) => counted.paces.get(id) === pace);
      const { offset, limit } = rowsOfPage(page);
      const shown = ids.slice(offset, offset + limit);
      const [standings, names] = await Promise.all([
        standingsOf(tenantId, of.assignmentId, shown),
        people.named(shown),
      ]);
      const content = shown.flatMap((id): GroupProgress[] => {
        const [standing, name] = [standings.get(id), names.get(id)];
        return standing === undefined || name === undefined ? [] : [{ ...name, ...shownProgress(standing, now()) }];
      });
      return {
        result: { content, totalElements: ids.length },
        counts: counted === null ? null : countsOf(counted.paces),
        countedAt: counted === null || all.length <= COUNTED_AT_ONCE ? null : new Date(counted.at).toISOString(),
      };
    },

    /** The standings of these people who are in the group. @throws AcademyError not-found for anybody else */
    async standingsOf(tenantId: TenantScope, of: OfGroup, ids: readonly string[]): Promise<Map<string, Standing>> {
      const members = new Set(await people.among(of.groupId, ids));
      if (ids.some((id) => !members.has(id))) throw new AcademyError('not-found', { field: 'userIds' });
      return standingsOf(tenantId, of.assignmentId, ids);
    },
  };
}

export type GroupProgressService = ReturnType<typeof groupProgressService>;

function countsOf(paces: ReadonlyMap<string, Pace>): Record<Pace, number> {
  const counts = Object.fromEntries(PACES.map((pace) => [pace, 0])) as Record<Pace, number>;
  for (const pace of paces.values()) counts[pace] += 1;
  return counts;
}

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const shownProgress = ({ due, activity, counts }: Standing, now: number) => ({
  pace: paceOf(due, activity, now),
  dueOn: due.dueOn,
  completedAt: moment(due.completedAt),
  doneLessons: counts.completedLesson,
  lessons: counts.lessonsCount,
  lastAt: moment(activity.lastAt),
});
