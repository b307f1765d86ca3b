import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './people-texts.de.ts';
import { en } from './people-texts.en.ts';

export const peopleTexts = inLanguage({ en, de });
