import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './passkey-texts.de.ts';
import { en } from './passkey-texts.en.ts';

/** Passkeys: at log-in, in the account, and in mail about them. */
export const passkeyTexts = inLanguage({ en, de });
