import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate } from '../../lib/location.tsx';
import { readSession, sessionStore } from '../../sign-in/session.ts';
import { signOut } from '../../sign-in/sign-out.ts';
import { urls } from '../../urls.ts';

let leaving = false;

/** Runs the log-out of `/appLogout`; a learner who would lose unsent progress may stay. */
export function useSignOut(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (leaving) return;
    leaving = true;
    const confirmLoss = (count: number) =>
      window.confirm(`${count} of your steps could not be saved yet. Log out and lose them?`);
    const leave = async () => {
      // The page may have been opened at this very address: whose unsent steps are there is not known yet.
      readSession();
      if (sessionStore.get().userId !== null)
        (await import('../../api/pending-progress.ts')).startPendingProgress(client);
      return signOut(confirmLoss);
    };
    void leave()
      .then((left) => left || navigate(urls.home(), { replace: true }))
      .finally(() => {
        leaving = false;
      });
  }, [client]);
}
