import { useEffect } from 'react';
import { navigate } from '../../lib/location.tsx';
import { signOut } from '../../sign-in/sign-out.ts';
import { urls } from '../../urls.ts';

let leaving = false;

/** Runs the log-out of `/appLogout`; a learner who would lose unsent progress may stay. */
export function useSignOut(): void {
  useEffect(() => {
    if (leaving) return;
    leaving = true;
    const confirmLoss = (count: number) =>
      window.confirm(`${count} of your steps could not be saved yet. Log out and lose them?`);
    void signOut(confirmLoss)
      .then((left) => left || navigate(urls.home(), { replace: true }))
      .finally(() => {
        leaving = false;
      });
  }, []);
}
