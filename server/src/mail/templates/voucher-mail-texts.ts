import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './voucher-mail-texts.de.ts';
import { en } from './voucher-mail-texts.en.ts';

/** The mail to an academy whose member requests an exam voucher. */
export const voucherMailTexts = inLanguage({ en, de });
