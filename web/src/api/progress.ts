import type { CallInput } from '@academy/contract/call';
import {
  getProgressOverlay,
  getProgressVersion,
  restartCourse,
  sendProgressEvents as sendProgressEventsCall,
} from '@academy/contract/call-routes/progress';
import { TEXTS } from '@academy/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageRuntime, useTenant } from '../lib/runtime.tsx';
import { local } from '../lib/storage.ts';
import { useStore } from '../lib/store.ts';
import { urls } from '../navigation/urls.ts';
import { type CachedOverlay, type Overlay, type OverlayQuery, withFavorite, withPending } from '../overlay/overlay.ts';
import { OVERLAY, pendingStore } from '../overlay/pending-store.ts';
import { sessionStore, useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { type CallOptions, QUIET } from './call-options.ts';
import { usePendingFavorites } from './favorites.ts';
import { useMe } from './people.ts';

/**
 * The learner's own state, as the server knows it.
 * @throws CallError also for an incomplete reply, which must not replace what the page shows
 */
async function fetchOverlay(query: OverlayQuery, signal: AbortSignal): Promise<CachedOverlay> {
  const reply = await call(getProgressOverlay, { query }, { ...QUIET, signal });
  const given: Partial<typeof reply> | null = reply;
  if (typeof given?.items !== 'object') throw new CallError(TEXTS.emptyResponse);
  return { ...reply, query };
}

/** The learner's state as one overlay has it; null for visitors and until it is loaded. */
export function useOverlayOf(query: OverlayQuery): Overlay | null {
  const { isAuthenticated, userId } = useSession();
  const { tenantId, signedInIsPro } = useTenant();
  const pending = useStore(pendingStore);
  const pendingFavorites = usePendingFavorites();
  const isPro = useMe()?.isPro ?? false;
  // Fetched only after hydration and with a usable token: the page itself is the same for everybody.
  const { data } = useQuery({
    queryKey: [OVERLAY, tenantId, userId, query],
    queryFn: ({ signal }) => fetchOverlay(query, signal),
    enabled: isAuthenticated,
    // Learners return to home from other tabs and devices, so it always refetches.
    staleTime: 'kind' in query && query.kind === 'home' ? 0 : 15_000,
  });
  return useMemo(() => {
    if (!isAuthenticated || data === undefined) return null;
    const shown = pendingFavorites.reduce(withFavorite, withPending(data, pending));
    return { ...shown, viewer: { isPro }, signedInIsPro };
  }, [isAuthenticated, data, pending, pendingFavorites, isPro, signedInIsPro]);
}

/** The learner's state in one course, lesson by lesson; null for visitors and until it is loaded. */
export const useCourseOverlay = (courseSlug: string): Overlay | null => useOverlayOf({ courseSlug });

/** The learner's state in lists; null for visitors and until it is loaded. */
export const useOverlay = (kind: 'courses' | 'guides' | 'paths' | 'home'): Overlay | null => useOverlayOf({ kind });

/** Sends what a learner did. @throws CallError */
export const sendProgressEvents = (input: CallInput<typeof sendProgressEventsCall>, options: CallOptions) =>
  call(sendProgressEventsCall, input, options);

/** The version of the learner's progress: it changes with everything that they do, on any device. @throws CallError */
export const fetchProgressVersion = async (): Promise<string> => (await call(getProgressVersion, {}, QUIET)).mark;

/** Restarts a course. @throws CallError, after it was shown */
export const sendCourseRestart = (courseId: string) =>
  call(restartCourse, { body: { courseId } }, { loader: false, skipNotFound: true });

/** Per learner and course, on this device: the lesson that was read last, `#`, and the heading that was read under. */
export const placeKeyOf = (courseSlug: string): string =>
  `reading-place:${pageRuntime().tenant.tenantId}:${sessionStore.get().userId}:${courseSlug}`;

/** The address at which a lesson is continued: the heading under which the learner was last, else its beginning. */
export function continueUrl(courseSlug: string, lessonSlug: string): string {
  const [lesson, heading] = (local.get(placeKeyOf(courseSlug)) ?? '').split('#');
  const url = urls.lesson(courseSlug, lessonSlug);
  return lesson === lessonSlug && heading ? `${url}#${heading}` : url;
}
