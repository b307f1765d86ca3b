import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import type { MouseEvent } from 'react';
import { saveLanguage } from '../../api/account.ts';
import { storeLanguage } from '../../lib/chosen-language.ts';
import { useLocation } from '../../navigation/location.tsx';
import { useSession } from '../../sign-in/session.ts';
import { useIsReady } from '../../ui/ready.tsx';
import css from './language-switch.module.css';
import { languageTexts } from './language-texts.ts';

/**
 * The present page in each language: plain links to other documents. The choice is remembered.
 * @param label accessible name, where a page has it twice
 */
export function LanguageSwitch({ label = languageTexts.language }: { label?: string }) {
  const { path, search } = useLocation();
  const { language: current, path: page } = splitLanguage(path);
  const isReady = useIsReady();
  const { isAuthenticated } = useSession();

  // A document that is left ends its requests: the account is told first, as long as that does not take long.
  const choose = (event: MouseEvent<HTMLAnchorElement>, language: Language) => {
    storeLanguage(language);
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!isAuthenticated || opensElsewhere) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    void saveLanguage(language).finally(() => location.assign(href));
  };
  return (
    <nav aria-label={label}>
      <ul className={css.languages}>
        {Object.entries(LANGUAGES).map(([key, { name }]) => {
          const language = key as Language;
          const query = isReady && search !== '' ? `?${search}` : '';
          return (
            <li key={language}>
              <a
                href={withLanguage(page, language) + query}
                lang={language}
                hrefLang={language}
                target="_top"
                aria-current={language === current ? 'true' : undefined}
                onClick={(event) => choose(event, language)}
              >
                {name}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
