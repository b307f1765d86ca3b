import { LanguageSwitch } from '../features/language/language-switch.tsx';
import { openModal } from '../lib/dialogs.ts';
import { analyticsConsent, setAnalyticsConsent } from '../lib/privacy.ts';
import { useConfig, useTenant } from '../lib/runtime.tsx';
import { useStore } from '../lib/store.ts';
import { urls } from '../navigation/urls.ts';
import { NEW_TAB, NewTab } from '../ui/new-tab.tsx';
import { useIsReady } from '../ui/ready.tsx';
import { entryHref } from './entry-href.ts';
import css from './footer.module.css';
import { shellTexts } from './shell-texts.ts';

export function Footer() {
  const tenant = useTenant();
  const isReady = useIsReady();
  const { title, copyright, groups } = tenant.footer;
  return (
    <footer className={`${css.footer} no-print`}>
      <div className="page">
        <div className={css.grid}>
          <div>
            <p className={css.title}>
              <img src={urls.logo(tenant.tenantId)} alt="" width="28" height="28" loading="lazy" />
              {title}
            </p>
            <p className={css.tagline}>{tenant.tagline}</p>
          </div>
          {groups.map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul className={css.list}>
                {group.entries.map((entry) => (
                  <li key={entry.title}>
                    {'action' in entry ? (
                      <button type="button" disabled={!isReady} onClick={() => openModal('feedback')}>
                        {entry.title}
                      </button>
                    ) : (
                      <a href={entryHref(entry)} {...(entry.external && NEW_TAB)}>
                        {entry.external ? <ToNewTab title={entry.title} /> : entry.title}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={css.end}>
          <p>{copyright}</p>
          <LanguageSwitch />
        </div>
        <Privacy />
      </div>
    </footer>
  );
}

/** The arrow of a link that opens in a new tab begins no line of its own. */
function ToNewTab({ title }: { title: string }) {
  const lastWord = title.lastIndexOf(' ') + 1;
  return (
    <>
      {title.slice(0, lastWord)}
      <span className={css.last}>
        {title.slice(lastWord)}
        <NewTab />
      </span>
    </>
  );
}

/** The analytics choice, where analytics are configured: everybody can opt out. */
function Privacy() {
  const { analytics } = useConfig();
  const state = useStore(analyticsConsent);
  if (analytics === null) return null;
  return (
    <p className={css.privacy}>
      {state === 'browser' ? (
        shellTexts.notCounted({ analytics })
      ) : (
        <label>
          <input
            type="checkbox"
            checked={state === 'on'}
            onChange={(event) => setAnalyticsConsent(event.target.checked)}
          />
          {shellTexts.allowCounting({ analytics })}
        </label>
      )}
    </p>
  );
}
