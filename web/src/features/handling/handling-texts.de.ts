import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './handling-texts.en.ts';

export const de = messages({
  open: 'Offen',
  answered: 'Beantwortet',
  closed: 'Erledigt',
  state: 'Stand',
  anyState: 'Jeder Stand',
  changedBy: '{state}, von {name} am {moment}',
  yourAnswer: 'Antwort',
  note: 'Notiz',
  noteHint: 'Nur für Admins. Freiwillig.',
  answer: 'Antwort per Mail',
  answerHint: 'Geht an {email}.',
  noAnswer: 'Dieser Person kann nicht per Mail geantwortet werden.',
  sendAnswer: 'Antwort schicken',
  answerSent: 'Die Antwort ist unterwegs.',
  saveNote: 'Notiz speichern',
  noteSaved: 'Die Notiz ist gespeichert.',
  close: 'Als erledigt ablegen',
  wasClosed: 'Erledigt.',
  reopen: 'Wieder öffnen',
  opened: 'Wieder offen.',
} satisfies TranslationOf<typeof en>);
