import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './profile-texts.de.ts';
import { en } from './profile-texts.en.ts';

/** Texts of the profile menu, which is loaded for those who are signed in. */
export const profileTexts = inLanguage({ en, de });
