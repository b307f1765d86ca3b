import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './running-lab-texts.de.ts';
import { en } from './running-lab-texts.en.ts';

export const runningLabTexts = inLanguage({ en, de });
