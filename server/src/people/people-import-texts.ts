import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './people-import-texts.de.ts';
import { en } from './people-import-texts.en.ts';

/** What an import of people says about its rows, and what keeps changes from being undone. */
export const peopleImportTexts = inLanguage({ en, de });
