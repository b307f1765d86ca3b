import { texts } from '@academy/contract/i18n/texts';
import { de } from './language-texts.de.ts';

/** The choice of a language. */
export const languageTexts = texts({
  language: 'Language',
  originalOnly: 'This text is available in {language} only.',
}).translated({ de });
