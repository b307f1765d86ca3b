import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './dashboard-texts.de.ts';
import { en } from './dashboard-texts.en.ts';

/** Texts of home for learners. */
export const dashboardTexts = inLanguage({ en, de });
