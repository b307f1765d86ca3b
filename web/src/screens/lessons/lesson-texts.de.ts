import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './lesson-texts.en.ts';

export const de = messages({
  lesson: 'Lektion',
  moduleOf: 'Modul {module}',
  lessonOf: 'Lektion {number} von {total}',
  readingTime: '{readingMinutes} Min. Lesezeit',
  duration: 'Dauer der Lektion:',
  lab: 'Lab',
  links: 'Links',
  transcript: 'Transkript',
  courseOutline: 'Kursübersicht',
  outline: 'Übersicht',
  onThisPage: 'Auf dieser Seite',
  previousOf: 'Zurück: {title}',
  previousLink: 'Zurück <b>{title}</b>',
  next: 'Weiter',
  finish: 'Zum Schluss',
  conclusion: 'Abschluss',
  markComplete: 'Abschließen',
  completed: 'Abgeschlossen',
  completedUndo: 'Abgeschlossen. Als nicht abgeschlossen markieren',
  undo: 'Als nicht abgeschlossen markieren',
  takeCheck: 'Zum Wissenstest',
  seeResult: 'Ergebnis ansehen',
  onlyFailed:
    'Dieser Wissenstest kann nur einmal abgegeben werden, du kannst ihn also nicht wiederholen. <link>Bitte die Akademie</link> um einen weiteren Versuch.',
  logInToKeep: 'Melde dich an, damit dein Fortschritt gespeichert wird.',
  saving: 'Wird gespeichert',
  saved: 'Gespeichert',
  waiting: 'Wartet auf das Netz',
  openLab: 'Lab öffnen',
  openQuestions: 'Fragen öffnen',
  checkToPass: 'Beantworte die Fragen dieses Wissenstests. Wenn du ihn bestehst, ist die Lektion abgeschlossen.',
  questions: 'Fragen zu dieser Lektion.',
  labNotPublished: 'Dieses Lab ist in dieser Akademie noch nicht veröffentlicht.',
  labNotStarted:
    'Die Schritte dieses Labs zum Lesen. Starten kannst du das Lab nur in der Akademie, nicht in dieser Vorschau.',
  browser: 'Dieses Lab zeigt seine Schritte neben einem Terminal und einem Editor, die in deinem Browser laufen.',
  sandbox:
    'Dieses Lab zeigt seine Schritte neben Terminals und einem Editor, die auf einem Rechner der Akademie laufen.',
  educates: 'Dieses Lab läuft auf einer Lab-Plattform und öffnet sich hier: seine Schritte neben seinen Terminals.',
  external: 'Dieses Lab läuft auf einer Plattform außerhalb der Akademie und öffnet sich in einem neuen Tab.',
} satisfies TranslationOf<typeof en>);
