import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './sign-out-texts.de.ts';
import { en } from './sign-out-texts.en.ts';

export const signOutTexts = inLanguage({ en, de });
