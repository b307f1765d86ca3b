import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './answer-mail-texts.en.ts';

export const de = messages({
  subject: 'Antwort auf deine Nachricht an {academy}',
  heading: 'Antwort auf deine Nachricht',
  intro: 'Du hast an {academy} geschrieben. Das ist die Antwort:',
  yourMessage: 'Deine Nachricht: {question}',
  noReply: 'Wenn du noch einmal schreiben möchtest, nimm das Kontaktformular der Akademie.',
  reply: 'Wenn du noch einmal schreiben möchtest, antworte auf diese Mail.',
} satisfies TranslationOf<typeof en>);
