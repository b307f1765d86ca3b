import { getProgressOverlay } from '@academy/contract/progress';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '../lib/runtime.tsx';
import { useStore } from '../lib/store.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { type Overlay, type PendingEvent, withPending } from './overlay.ts';
import { OVERLAY, pendingStore } from './pending-store.ts';
import { useMe } from './people.ts';

const NONE: readonly PendingEvent[] = [];

type OverlayQuery = { courseSlug: string } | { kind: 'courses' | 'guides' | 'paths' | 'home' };

function useOverlayOf(query: OverlayQuery): Overlay | null {
  const { isAuthenticated, userId } = useSession();
  const { tenantId, signedInIsPro } = useTenant();
  const pending = useStore(pendingStore, NONE);
  const isPro = useMe()?.isPro ?? false;
  // Asked for after hydration only, and only with a usable token: the page itself is the same for everybody.
  const { data } = useQuery({
    queryKey: [OVERLAY, tenantId, userId, query],
    queryFn: ({ signal }) => call(getProgressOverlay, { query }, { quiet: true, skipNotFound: true, signal }),
    enabled: isAuthenticated,
    staleTime: 15_000,
  });
  return useMemo(
    () =>
      isAuthenticated && data !== undefined
        ? { ...withPending(data, pending), viewer: { isPro }, signedInIsPro }
        : null,
    [isAuthenticated, data, pending, isPro, signedInIsPro],
  );
}

/** The learner's state in one course, lesson by lesson; null while nobody is signed in or it is on its way. */
export const useCourseOverlay = (courseSlug: string): Overlay | null => useOverlayOf({ courseSlug });

/** The learner's state in lists; null while nobody is signed in or it is on its way. */
export const useOverlay = (kind: 'courses' | 'guides' | 'paths' | 'home'): Overlay | null => useOverlayOf({ kind });

/** How many actions wait on this device for the server; 0 for visitors. */
export const usePendingCount = (): number => useStore(pendingStore, NONE).length;
