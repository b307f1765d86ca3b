import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-step-texts.de.ts';
import { en } from './lab-step-texts.en.ts';

export const labStepTexts = inLanguage({ en, de });
