import type { LabSession } from '@academy/contract/labs';
import { useCallback, useEffect, useState } from 'react';
import { extendLab, readLab } from '../../api/labs.ts';

/** A session is asked for this often while it starts, and while it runs, ms. */
const STARTING_EVERY_MS = 2_000;
const RUNNING_EVERY_MS = 15_000;

/**
 * A session as the academy knows it, asked for again and again: its platform tells the page nothing. One without an end of its
 * own is left alone.
 */
export function useLabSession(first: LabSession) {
  const [session, setSession] = useState(first);
  const [notice, setNotice] = useState('');
  const ended = session.state === 'ended';
  const running = session.state === 'running';
  const endless = running && session.expiresAt === null;

  const look = useCallback(async () => {
    const now = await readLab(first.id);
    if (now !== null) setSession(now);
    return now;
  }, [first.id]);

  useEffect(() => {
    if (ended || endless) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void look(),
      running ? RUNNING_EVERY_MS : STARTING_EVERY_MS,
    );
    const back = () => document.visibilityState === 'visible' && void look();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, [ended, endless, running, look]);

  const extend = async () => {
    const told = await extendLab(session.id);
    if (typeof told === 'string') setNotice(told);
    else {
      setSession(told);
      setNotice(told.extended ? 'The lab runs longer now.' : 'The lab cannot be extended now.');
    }
  };
  return { session, ended, running, notice, look, extend };
}
