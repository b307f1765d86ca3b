import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './webhook-texts.de.ts';
import { en } from './webhook-texts.en.ts';

export const webhookTexts = inLanguage({ en, de });
