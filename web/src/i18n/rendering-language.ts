import { AsyncLocalStorage } from 'node:async_hooks';
import { readDraftWith } from '@academy/contract/i18n/address';
import { type Language, readLanguageWith } from '@academy/contract/i18n/languages';

/** The language of the page that is being rendered. */
export const renderingLanguage = new AsyncLocalStorage<Language>();
/** The draft that it belongs to; '' or nothing for what readers see. */
export const renderingDraft = new AsyncLocalStorage<string>();

readLanguageWith(() => {
  const language = renderingLanguage.getStore();
  // A constant of a module would keep the language of whoever came first.
  if (language === undefined) throw new Error('Messages are read while a page is rendered, not while modules load');
  return language;
});
readDraftWith(() => renderingDraft.getStore() ?? '');
