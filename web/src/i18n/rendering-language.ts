import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, readLanguageWith } from '@academy/contract/i18n/languages';

/** The language of the page that is being rendered. */
export const renderingLanguage = new AsyncLocalStorage<Language>();

readLanguageWith(() => {
  const language = renderingLanguage.getStore();
  // A constant of a module would keep the language of whoever came first.
  if (language === undefined) throw new Error('Messages are read while a page is rendered, not while modules load');
  return language;
});
