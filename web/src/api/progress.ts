import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '../lib/runtime.tsx';
import { useStore } from '../lib/store.ts';
import { useSession } from '../sign-in/session.ts';
import type { Overlay, OverlayQuery } from './overlay.ts';
import { OVERLAY, pendingStore } from './pending-store.ts';
import { useMe } from './people.ts';

type Rules = typeof import('./overlay-rules.ts');
let rules: Rules | null = null;

/** Only signed-in learners need it, so visitors do not load it. */
async function loadRules(): Promise<Rules> {
  rules ??= await import('./overlay-rules.ts');
  return rules;
}

/** The rules by which an overlay is laid over a page; they are here wherever there is an overlay. */
export function overlayRules(): Rules {
  if (rules === null) throw new Error('There is no overlay yet');
  return rules;
}

/** The learner's state as one overlay has it; null while nobody is signed in or it is on its way. */
export function useOverlayOf(query: OverlayQuery): Overlay | null {
  const { isAuthenticated, userId } = useSession();
  const { tenantId, signedInIsPro } = useTenant();
  const pending = useStore(pendingStore);
  const isPro = useMe()?.isPro ?? false;
  // Asked for after hydration only, and only with a usable token: the page itself is the same for everybody.
  const { data } = useQuery({
    queryKey: [OVERLAY, tenantId, userId, query],
    queryFn: async ({ signal }) => (await loadRules()).fetchOverlay(query, signal),
    enabled: isAuthenticated,
    // Home is where people come back to, from other tabs and devices.
    staleTime: 'kind' in query && query.kind === 'home' ? 0 : 15_000,
  });
  return useMemo(
    () =>
      isAuthenticated && data !== undefined
        ? { ...overlayRules().withPending(data, pending), viewer: { isPro }, signedInIsPro }
        : null,
    [isAuthenticated, data, pending, isPro, signedInIsPro],
  );
}

/** The learner's state in one course, lesson by lesson; null while nobody is signed in or it is on its way. */
export const useCourseOverlay = (courseSlug: string): Overlay | null => useOverlayOf({ courseSlug });

/** The learner's state in lists; null while nobody is signed in or it is on its way. */
export const useOverlay = (kind: 'courses' | 'guides' | 'paths' | 'home'): Overlay | null => useOverlayOf({ kind });
