import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './lab-texts.en.ts';

export const de = messages({
  lab: 'Lab',
  description: 'Die Schritte des Labs „{title}“.',
  pageTitle: '{title} - Lab',
  backToGuide: 'Zurück zur Anleitung',
  backToLesson: 'Zurück zur Lektion',
  logInToStart: 'Anmelden und Lab starten',
  pageOf: 'Seite {value} von {count}',
  pages: 'Seiten des Labs',
  previousOf: 'Zurück: {title}',
  previous: 'Zurück',
  continue: 'Weiter',
  about: 'Über dieses Lab',
  proved:
    'Geprüft am {date}: {skipped, plural, =0 {Jeder Schritt dieses Labs} one {Jeder Schritt dieses Labs bis auf einen} other {Jeder Schritt dieses Labs bis auf #}} wurde ausgeführt und hat funktioniert.',
  showRecord: 'Protokoll anzeigen',
  outside: 'Dieses Lab wird außerhalb der Akademie geöffnet, unter {host}.',
  open: 'Lab öffnen',
  inNewTab: 'in einem neuen Tab',
  notPublished: 'Die Seiten dieses Labs sind in dieser Akademie nicht veröffentlicht.',
} satisfies TranslationOf<typeof en>);
