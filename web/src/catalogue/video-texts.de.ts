import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './video-texts.en.ts';

export const de = messages({
  noAccount:
    'In dieser Akademie ist kein Video-Konto eingerichtet, deshalb kann das Video hier nicht abgespielt werden.',
  notValid: 'Die Adresse dieses Videos ist ungültig.',
} satisfies TranslationOf<typeof en>);
