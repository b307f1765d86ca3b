import { getProgressOverlay } from '@academy/contract/progress';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '../lib/runtime.tsx';
import { useStore } from '../lib/store.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './client.ts';
import { type Overlay, type OverlayReply, type PendingEvent, withPending, withReply } from './overlay.ts';
import { type Acknowledged, pendingStore } from './pending-progress.ts';
import { useMe } from './people.ts';

const OVERLAY = 'overlay';
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

/** Writes the server's counts into every overlay of the page: home, lists, course and lesson change together. */
export function acknowledgeIn(client: QueryClient): Acknowledged {
  return (counts, events) => {
    client.setQueriesData<OverlayReply>({ queryKey: [OVERLAY] }, (overlay) =>
      overlay === undefined ? overlay : withReply(overlay, counts, events),
    );
    // The place to go on with is the server's to say.
    void client.invalidateQueries({ queryKey: [OVERLAY], refetchType: 'none' });
  };
}
