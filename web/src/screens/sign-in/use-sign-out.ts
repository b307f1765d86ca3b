import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate, useLocation } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { readSession, sessionStore } from '../../sign-in/session.ts';
import { signOut } from '../../sign-in/sign-out.ts';

/** The question whether unsent steps may be lost. */
export interface LossQuestion {
  /** How many could not be sent. */
  count: number;
  answer: (logOut: boolean) => void;
}

let leaving = false;

/**
 * Runs the log-out of `/appLogout`.
 * @returns the question to ask a learner who would lose unsent steps; null while there is none
 */
export function useSignOut(): LossQuestion | null {
  const client = useQueryClient();
  // The screen may be opened again before it was left: then only the address changes.
  const isWanted = useLocation().path === urls.signOut();
  const [question, setQuestion] = useState<LossQuestion | null>(null);
  useEffect(() => {
    if (leaving || !isWanted) return;
    leaving = true;
    const confirmLoss = (count: number) =>
      new Promise<boolean>((answered) => {
        setQuestion({
          count,
          answer: (logOut) => {
            setQuestion(null);
            answered(logOut);
          },
        });
      });
    const leave = async () => {
      // The page may have been opened at this very address: whose unsent steps are there is not known yet.
      readSession();
      if (sessionStore.get().userId !== null)
        (await import('../../progress/pending-progress.ts')).startPendingProgress(client);
      return signOut(confirmLoss);
    };
    void leave()
      .then((left) => left || navigate(urls.home(), { replace: true }))
      .finally(() => {
        leaving = false;
      });
  }, [client, isWanted]);
  return question;
}
