import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { reach, retrying, watchNetwork } from '../lib/reachability.ts';
import { useStore } from '../lib/store.ts';
import css from './frame.module.css';

const TEXTS = {
  offline: 'You are offline. What you have opened can still be read, and what you do is kept and sent later.',
  retrying: 'The connection broke. Asking again.',
  away: 'The academy does not answer. What you have opened can still be read, and what you do is kept and sent later.',
};

/** Shown while the academy cannot be reached. */
export function ReachBanner() {
  const isRetrying = useStore(retrying);
  const reached = useStore(reach);
  const state = reached === 'reached' && isRetrying ? 'retrying' : reached;
  useEffect(watchNetwork, []);
  return (
    <div aria-live="polite" className={css.reach}>
      {state !== 'reached' && (
        <p>
          <CloudOff aria-hidden="true" />
          {TEXTS[state]}
        </p>
      )}
    </div>
  );
}
