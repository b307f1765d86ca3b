import { analyticsConsent, setAnalyticsConsent } from '../../lib/privacy.ts';
import { useStore } from '../../lib/store.ts';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';

/** The analytics choice of this browser. @param host that page views are reported to */
export function Privacy({ host }: { host: string }) {
  const state = useStore(analyticsConsent);
  return (
    <div className={css.part}>
      <p className={css.note}>
        The academy lets <strong className={css.value}>{host}</strong> count which public pages are opened. It is told
        their address and title, and gets no name, no account and no cookie; like every host it sees the network that
        you come from. Sign-in, account and administration are never told of.
      </p>
      {state === 'browser' ? (
        <p className={css.value}>Your browser asks not to be counted, so nothing is told.</p>
      ) : (
        <Switch
          label="Count the pages that I open in this browser"
          checked={state === 'on'}
          onChange={setAnalyticsConsent}
        />
      )}
    </div>
  );
}
