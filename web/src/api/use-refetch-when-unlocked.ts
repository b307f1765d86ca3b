import type { Locked } from '@academy/contract/entities';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../sign-in/session.ts';

/**
 * The server renders every page as a visitor sees it, so what is locked is asked for once more when somebody is signed
 * in. The answer may still be locked.
 * @param key names what is locked
 * @param refetch asks the server again
 * @returns true while the answer is on its way
 */
export function useRefetchWhenUnlocked(locked: Locked, key: string, refetch: () => Promise<void>): boolean {
  const { isAuthenticated, userId } = useSession();
  const [answered, setAnswered] = useState<string | null>(null);
  const wanted = isAuthenticated && locked !== null ? `${userId} ${key}` : null;
  const refetchNow = useRef(refetch);
  refetchNow.current = refetch;
  useEffect(() => {
    if (wanted !== null) void refetchNow.current().finally(() => setAnswered(wanted));
  }, [wanted]);
  return wanted !== null && wanted !== answered;
}
