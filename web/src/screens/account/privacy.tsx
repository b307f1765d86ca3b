import { joined } from '../../i18n/joined.ts';
import { analyticsConsent, setAnalyticsConsent } from '../../lib/privacy.ts';
import { useStore } from '../../lib/store.ts';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

/** The analytics choice of this browser. @param host that page views are reported to */
export function Privacy({ host }: { host: string }) {
  const state = useStore(analyticsConsent);
  return (
    <div className={css.part}>
      <p className={css.note}>
        {joined(accountTexts.privacyText({ strong: (words) => <strong className={css.value}>{words}</strong>, host }))}
      </p>
      {state === 'browser' ? (
        <p className={css.value}>{accountTexts.browserAsks}</p>
      ) : (
        <Switch label={accountTexts.countPages} checked={state === 'on'} onChange={setAnalyticsConsent} />
      )}
    </div>
  );
}
