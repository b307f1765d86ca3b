import { messages } from '@academy/contract/i18n/messages';

/** The choice of a language. */
export const en = messages({
  language: 'Language',
  originalOnly: 'This text is available in {language} only.',
});
