import type { CourseItem } from '@academy/contract/courses';
import type { GuideItem } from '@academy/contract/guides';
import type { OverlayItem } from '@academy/contract/progress';
import { useQuery } from '@tanstack/react-query';
import { type Due, useDue } from '../../api/assignments.ts';
import { QUIET } from '../../api/call-options.ts';
import { fetchCourses } from '../../api/courses.ts';
import { fetchGuides } from '../../api/guides.ts';
import { useOverlay } from '../../api/progress.ts';
import { useReviewSummary } from '../../api/reviews.ts';
import { isCompleted } from '../../catalogue/course-progress.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { mergeCourseItem } from '../../overlay/overlay.ts';
import { OVERLAY } from '../../overlay/pending-store.ts';
import { useSession } from '../../sign-in/session.ts';
import { hasGuides } from './featured.ts';

/** Most entries that are shown as new. */
export const MAX_NEWS = 4;

/** A course of the learner with what is left of it, as far as the server has replied. */
export interface OwnCourse extends Pick<OverlayItem, 'continueAt' | 'secondsLeft'> {
  course: CourseItem;
}

/** Something that was published since the learner was last here. */
export type NewsEntry = { kind: 'course'; item: CourseItem } | { kind: 'guide'; item: GuideItem };

export type DashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'ready';
      inProgress: OwnCourse[];
      completed: OwnCourse[];
      news: NewsEntry[];
      /** Questions of the daily review that are left for today. */
      reviewsDue: number;
      /** What is assigned and not done, by due date. */
      dues: readonly Due[];
    };

const IN_BACKGROUND = { ...QUIET, loader: false } as const;
const NEWEST = { sort: 'newest', pageNumber: 0, pageSize: MAX_NEWS } as const;

/**
 * What home shows to a learner: their courses, the most recently read first, and what is new. Everything is fetched at the
 * same time, refetched when the window gets the focus, and shown together, so that nothing moves.
 */
export function useDashboard(): DashboardState {
  const { isAuthenticated, userId } = useSession();
  const tenant = useTenant();
  const { tenantId } = tenant;
  const overlay = useOverlay('home');
  // The overlay's own query, observed only to know when it failed.
  const overlayQuery = useQuery({ queryKey: [OVERLAY, tenantId, userId, { kind: 'home' }], enabled: false });
  const mine = useQuery({
    queryKey: ['my-courses', tenantId, userId],
    queryFn: async ({ signal }) =>
      (await fetchCourses({ progressFilterRequired: 'true' }, { ...IN_BACKGROUND, signal })).courses,
    enabled: isAuthenticated,
    staleTime: 0,
  });
  const newest = useQuery({
    queryKey: ['newest', tenantId],
    queryFn: async ({ signal }): Promise<NewsEntry[]> => {
      const [{ courses }, { guides }] = await Promise.all([
        fetchCourses(NEWEST, { ...IN_BACKGROUND, signal }),
        hasGuides(tenant) ? fetchGuides(NEWEST, { ...IN_BACKGROUND, signal }) : { guides: [] },
      ]);
      return [
        ...courses.map((item) => ({ kind: 'course' as const, item })),
        ...guides.map((item) => ({ kind: 'guide' as const, item })),
      ];
    },
    enabled: isAuthenticated,
  });

  const reviews = useReviewSummary();
  const due = useDue();
  const overlaySettled = overlay !== null || overlayQuery.isError;
  if (mine.isError && mine.data === undefined) return { status: 'failed', retry: () => void mine.refetch() };
  if (mine.data === undefined || !overlaySettled || newest.isPending || reviews.isPending || due.isPending)
    return { status: 'loading' };

  const own = mine.data.map((item): OwnCourse => {
    const course = overlay === null ? item : mergeCourseItem(item, overlay);
    const { continueAt = null, secondsLeft } = overlay?.items[item.courseId] ?? {};
    return { course, continueAt, ...(secondsLeft === undefined ? {} : { secondsLeft }) };
  });
  return {
    status: 'ready',
    reviewsDue: reviews.data?.due ?? 0,
    dues: (due.data ?? []).filter(({ state }) => state === 'open' || state === 'overdue'),
    inProgress: own.filter(({ course }) => !isCompleted(course)),
    completed: own.filter(({ course }) => isCompleted(course)),
    news: newsSince(newest.data ?? [], overlay?.lastActiveAt, new Set(own.map(({ course }) => course.courseId))),
  };
}

/** What was published after a moment, the newest first; not what the learner has found already. */
export function newsSince(
  entries: readonly NewsEntry[],
  since: string | undefined,
  known: ReadonlySet<string>,
): NewsEntry[] {
  if (since === undefined) return [];
  return entries
    .filter(
      ({ kind, item }) =>
        Date.parse(item.publishedAt) > Date.parse(since) && !(kind === 'course' && known.has(item.courseId)),
    )
    .sort((a, b) => Date.parse(b.item.publishedAt) - Date.parse(a.item.publishedAt))
    .slice(0, MAX_NEWS);
}
