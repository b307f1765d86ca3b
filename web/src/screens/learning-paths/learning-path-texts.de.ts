import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './learning-path-texts.en.ts';

export const de = messages({
  title: 'Lernpfade',
  titlePage: 'Lernpfade, Seite {page}',
  learningPaths: 'Lernpfade',
  learningPath: 'Lernpfad',
  about: 'Über diesen Lernpfad',
  courses: '{courses, plural, one {# Kurs} other {# Kurse}}',
  exams: '{exams, plural, one {# Prüfung} other {# Prüfungen}}',
  coursesAndExams:
    '{courses, plural, one {# Kurs} other {# Kurse}} und {exams, plural, one {# Prüfung} other {# Prüfungen}}',
  noSteps: 'Noch keine Schritte',
  start: 'Lernpfad beginnen',
  continue: 'Lernpfad fortsetzen',
  again: 'Noch einmal ansehen',
  percent: '{percent} Prozent',
  ofLessons: 'von {count, plural, one {# Lektion} other {# Lektionen}}',

  steps: 'Schritte',
  stepsComing: 'Die Schritte dieses Lernpfads werden gerade noch ausgewählt. Schau bald wieder vorbei.',
  isCompleted: 'Du hast diesen Lernpfad abgeschlossen.',
  examPassed: 'Prüfung, bestanden',
  examBegun: 'Prüfung, begonnen',
  examHere: 'Prüfung, die du hier ablegst',
  examElsewhere: 'Prüfung, noch nicht online möglich',
  courseElsewhere: 'Kurs der {academy} Academy, dein Fortschritt wird dort gespeichert',
  missing: 'In dieser Akademie noch nicht verfügbar',
  completed: 'Abgeschlossen',
  'in-progress': 'In Arbeit',
  'not-started': 'Nicht begonnen',
} satisfies TranslationOf<typeof en>);
