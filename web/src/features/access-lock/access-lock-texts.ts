import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './access-lock-texts.de.ts';
import { en } from './access-lock-texts.en.ts';

export const accessLockTexts = inLanguage({ en, de });
