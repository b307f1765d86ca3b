import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './voucher-texts.de.ts';
import { en } from './voucher-texts.en.ts';

export const voucherTexts = inLanguage({ en, de });
