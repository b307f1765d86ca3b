import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { reach, retrying, watchNetwork } from '../lib/reachability.ts';
import { useStore } from '../lib/store.ts';
import css from './frame.module.css';
import { shellTexts } from './shell-texts.ts';

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
          {shellTexts[state]}
        </p>
      )}
    </div>
  );
}
