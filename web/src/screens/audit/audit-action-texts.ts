import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './audit-action-texts.de.ts';
import { en } from './audit-action-texts.en.ts';

export const auditActionTexts = inLanguage({ en, de });
