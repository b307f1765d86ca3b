import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './mailbox-texts.en.ts';

export const de = messages({
  title: 'Postfach',
  lead: 'Alle Mails, die die Akademien hier geschrieben haben, die neuesten zuerst. Diese Seite gibt es nur auf deinem eigenen Rechner. Lade sie neu, um neuere Mails zu sehen. Es gibt auch <link>Beispiele aller Mails</link>.',
  empty:
    'Noch keine Mails. Hier erscheint, was die Akademie verschickt. Registriere dich zum Beispiel oder fordere ein neues Passwort an.',
  toRecipient: 'an {recipient}',
  stateAt: '{state, select, sent {verschickt} failed {aufgegeben} waiting {wartet} other {geschrieben}} {at}',
  stateNow: '{state, select, sent {verschickt} failed {aufgegeben} waiting {wartet} other {geschrieben}}',
  allMail: 'Alle Mails',
  to: 'An',
  replyTo: 'Antwort an',
  unsubscribe: 'Abbestellen',
  written: 'Geschrieben',
  state: 'Stand',
  kind: 'Art',
  samplesTitle: 'Beispiele für Mails',
  samplesLead: 'Alle Mails, die diese Akademie schreiben kann, mit erfundenen Personen. Keine davon wurde verschickt.',
  allSamples: 'Alle Beispiele',
  asText: 'Als Text',
  mailAsText: 'Die Mail als Text',
  asHtml: 'Als HTML',
  mailAsHtml: 'Die Mail als HTML',
} satisfies TranslationOf<typeof en>);
