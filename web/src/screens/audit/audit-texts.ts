import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './audit-texts.de.ts';
import { en } from './audit-texts.en.ts';

export const auditTexts = inLanguage({ en, de });
