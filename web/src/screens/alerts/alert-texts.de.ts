import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './alert-texts.en.ts';

export const de = messages({
  chooseAcademy: 'Wähle mindestens eine Akademie.',
  messageRequired: 'Gib eine Nachricht ein.',
  messageTooLong: 'Die Nachricht darf höchstens 2.000 Zeichen haben.',
  endBeforeStart: 'Das Ende muss nach dem Beginn liegen.',
  shownTo: 'Sichtbar für',
  linkAddress: 'Adresse des Links',
  message: 'Nachricht',
  level: 'Art',
  from: 'Von',
  to: 'Bis',
  info: 'Information',
  warning: 'Warnung',
  success: 'Gute Nachricht',
  everybody: 'Alle',
  signedIn: 'Angemeldete',
  pro: 'Pro-Mitglieder',
  academies: 'Akademien',
  linkText: 'Linktext',
  planned: 'Geplant',
  shown: 'Sichtbar',
  over: 'Vorbei',
} satisfies TranslationOf<typeof en>);
