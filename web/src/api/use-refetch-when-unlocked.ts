import type { Locked } from '@academy/contract/entities';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../sign-in/session.ts';

/**
 * Refetches locked content for a signed-in learner: the server renders every page as a visitor sees it. The reply may
 * still be locked.
 * @param key identifies the locked content
 * @param refetch fetches it again
 * @returns true until the reply has arrived
 */
export function useRefetchWhenUnlocked(locked: Locked, key: string, refetch: () => Promise<void>): boolean {
  const { isAuthenticated, userId } = useSession();
  const [answered, setAnswered] = useState<string | null>(null);
  const pending = isAuthenticated && locked !== null ? `${userId} ${key}` : null;
  const refetchNow = useRef(refetch);
  refetchNow.current = refetch;
  useEffect(() => {
    if (pending !== null) void refetchNow.current().finally(() => setAnswered(pending));
  }, [pending]);
  return pending !== null && pending !== answered;
}
