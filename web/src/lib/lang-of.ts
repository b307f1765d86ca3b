import { currentLanguage, type Language } from '@academy/contract/i18n/languages';

/** For `lang`: the language of a text that is not the page's; otherwise the page says it. */
export const langOf = (language: Language): Language | undefined =>
  language === currentLanguage() ? undefined : language;
