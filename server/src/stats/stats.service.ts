import { AcademyError } from '@academy/contract/errors';
import { STATS_MAX_DAYS, STATS_USUAL_WEEKS, type Stats } from '@academy/contract/stats';
import { replyTexts } from '../http/reply-texts.ts';
import type { TenantScope } from '../values/scope.ts';
import { mondayOf, type Period } from './parts-of-period.ts';
import { type StatisticsCacheOptions, statisticsCache } from './statistics-cache.ts';
import type { StatsStore } from './stats.store.ts';

const DAY_MS = 86_400_000;

/** Days of the request; null: left out. */
export interface RequestedDays {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The period of some days, UTC, first and last included; by default the last twelve weeks.
 *
 * @throws AcademyError at `from` when the period is longer than the maximum
 */
export function periodOf({ from, to }: RequestedDays, now: number): { from: string; to: string; period: Period } {
  const last = to ?? dayOf(Math.max(now, from === undefined ? 0 : Date.parse(from)));
  const first = from ?? dayOf(mondayOf(new Date(last)).getTime() - (STATS_USUAL_WEEKS - 1) * 7 * DAY_MS);
  const period = { from: new Date(first), until: new Date(Date.parse(last) + DAY_MS) };
  if (Number(period.until) - Number(period.from) > (STATS_MAX_DAYS + 1) * DAY_MS)
    throw new AcademyError('invalid-input', {
      message: replyTexts.periodTooLong,
      field: 'from',
    });
  return { from: first, to: last, period };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Combines the statistics of an academy. */
export function statsService(store: StatsStore, cache: StatisticsCacheOptions, now: () => number = Date.now) {
  const kept = statisticsCache<Stats>(cache);
  return {
    /** @returns present statistics; where computing them takes long, the previous ones, or none */
    statistics(tenantId: TenantScope, requested: RequestedDays & { courseId?: string | undefined }) {
      const { from, to, period } = periodOf(requested, now());
      const key = JSON.stringify([tenantId, from, to, requested.courseId]);
      return kept.ask(key, () =>
        store.together(async (statistics, countedUntil): Promise<Stats> => {
          const weeks = await statistics.weeks(tenantId, period);
          const courses = await statistics.courses(tenantId, period);
          const followed = requested.courseId ?? courses[0]?.courseId;
          return {
            from,
            to,
            madeAt: (countedUntil ?? new Date(now())).toISOString(),
            weeks,
            courses,
            dropOff: followed === undefined ? null : await statistics.dropOff(tenantId, period, followed),
            pages: await statistics.pages(tenantId, period),
            questions: await statistics.questions(tenantId, period),
            ratings: await statistics.ratings(tenantId, period),
            publishing: await statistics.publishing(tenantId, period),
            openAlerts: await statistics.openAlerts(tenantId),
          };
        }),
      );
    },
  };
}

export type StatsService = ReturnType<typeof statsService>;
