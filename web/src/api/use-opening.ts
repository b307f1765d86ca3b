import type { Locked } from '@academy/contract/entities';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../sign-in/session.ts';

/**
 * The server renders every page as a visitor sees it, so what is locked is asked for once more when somebody is signed
 * in. The answer may still be locked.
 * @param key names what is locked
 * @param reread asks the server again
 * @returns true while the answer is on its way
 */
export function useOpening(locked: Locked, key: string, reread: () => Promise<void>): boolean {
  const { isAuthenticated, userId } = useSession();
  const [answered, setAnswered] = useState<string | null>(null);
  const wanted = isAuthenticated && locked !== null ? `${userId} ${key}` : null;
  const rereadNow = useRef(reread);
  rereadNow.current = reread;
  useEffect(() => {
    if (wanted !== null) void rereadNow.current().finally(() => setAnswered(wanted));
  }, [wanted]);
  return wanted !== null && wanted !== answered;
}
