import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './rights-mail-texts.de.ts';
import { en } from './rights-mail-texts.en.ts';

/** The mail to admins about a change of somebody’s rights. */
export const rightsMailTexts = inLanguage({ en, de });
