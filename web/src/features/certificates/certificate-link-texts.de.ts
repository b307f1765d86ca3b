import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './certificate-link-texts.en.ts';

export const de = messages({
  yourCertificate: 'Dein Zertifikat',
} satisfies TranslationOf<typeof en>);
