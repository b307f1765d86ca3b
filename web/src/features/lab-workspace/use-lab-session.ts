import type { LabSession } from '@academy/contract/labs';
import { useCallback, useEffect, useState } from 'react';
import { extendLab, readLab } from '../../api/labs.ts';
import { runningLabTexts } from './running-lab-texts.ts';

/** Polling intervals of a session while it starts, and while it runs, ms. */
const STARTING_EVERY_MS = 2_000;
const RUNNING_EVERY_MS = 15_000;

/**
 * A session as the academy knows it, by polling: its platform does not notify the page. A session without an end time is
 * not polled.
 */
export function useLabSession(first: LabSession) {
  const [session, setSession] = useState(first);
  const [notice, setNotice] = useState('');
  const ended = session.state === 'ended';
  const running = session.state === 'running';
  const endless = running && session.expiresAt === null;

  const refetch = useCallback(async () => {
    const now = await readLab(first.id);
    if (now !== null) setSession(now);
    return now;
  }, [first.id]);

  useEffect(() => {
    if (ended || endless) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void refetch(),
      running ? RUNNING_EVERY_MS : STARTING_EVERY_MS,
    );
    const back = () => document.visibilityState === 'visible' && void refetch();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, [ended, endless, running, refetch]);

  const extend = async () => {
    const reply = await extendLab(session.id);
    if (typeof reply === 'string') setNotice(reply);
    else {
      setSession(reply);
      setNotice(reply.extended ? runningLabTexts.extended : runningLabTexts.notExtended);
    }
  };
  return { session, ended, running, notice, refetch, extend };
}
