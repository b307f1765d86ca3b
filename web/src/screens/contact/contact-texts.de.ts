import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './contact-texts.en.ts';

export const de = messages({
  contact: 'Kontakt',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  emailHint: 'An diese Adresse geht die Antwort.',
  topic: 'Thema',
  chooseTopic: 'Thema auswählen',
  message: 'Nachricht',
  leaveEmpty: 'Dieses Feld leer lassen',
  notSent: 'Deine Nachricht wurde nicht gesendet. Dein Text bleibt erhalten. {failure}',
  oneMoment: 'Einen Moment',
  send: 'Nachricht senden',
  problem: 'Diese Angabe {message}',
  description: 'Schreib dem Team der {name} Academy.',
  heading: 'KONTAKT',
  writeToUs: 'Schreib uns',
  intro:
    'Eine Frage, eine Idee für einen Kurs, etwas, das nicht funktioniert: Ein Mensch liest es, und die Antwort kommt per E-Mail.',
} satisfies TranslationOf<typeof en>);
