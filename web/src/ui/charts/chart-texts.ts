import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './chart-texts.de.ts';
import { en } from './chart-texts.en.ts';

export const chartTexts = inLanguage({ en, de });
