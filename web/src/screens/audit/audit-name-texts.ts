import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './audit-name-texts.de.ts';
import { en } from './audit-name-texts.en.ts';

export const auditNameTexts = inLanguage({ en, de });
