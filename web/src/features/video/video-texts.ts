import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './video-texts.de.ts';
import { en } from './video-texts.en.ts';

export const videoTexts = inLanguage({ en, de });
