import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import type { Language } from '@academy/contract/i18n/languages';
import { chosenLanguage } from '../../lib/chosen-language.ts';
import { device, session } from '../../lib/storage.ts';
import { addToast } from '../../lib/toasts.ts';

/** Each language speaks for itself: whoever is asked may not read that of the page. */
const OFFERS: Readonly<Record<Language, { message: string; link: string }>> = {
  en: { message: 'This page is available in English.', link: 'Read in English' },
  de: { message: 'Diese Seite gibt es auf Deutsch.', link: 'Auf Deutsch lesen' },
};

/** Where it is kept which language was offered. */
const OFFERED = 'offeredLanguage';
/** Long enough to be read and followed, ms. */
const OFFER_MS = 20_000;

/**
 * Offers the page in another language, and leaves it at that: no address ever redirects to another language. A language
 * that was chosen is offered once in each tab, that of the browser once on each device.
 */
export function offerLanguage(language: Language): void {
  // What is not found is there in no language.
  if (document.querySelector('link[rel="canonical"]') === null) return;
  const memory = chosenLanguage() === null ? device : session;
  if (memory.get(OFFERED) === language) return;
  memory.set(OFFERED, language);
  const { message, link } = OFFERS[language];
  const { path } = splitLanguage(location.pathname);
  addToast({
    type: 'info',
    // At the top it would cover the heading.
    position: 'bottom-right',
    message,
    language,
    timeout: OFFER_MS,
    link: { title: link, href: withLanguage(path, language) + location.search },
  });
}
