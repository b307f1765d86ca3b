import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './course-texts.en.ts';

export const de = messages({
  courses: 'Kurse',
  coursesPage: 'Kurse, Seite {page}',
  course: 'Kurs',
  about: 'Über diesen Kurs',
  size: '{lessons, plural, =0 {Noch keine Lektionen} one {# Lektion} other {# Lektionen}}',
  sizeWithModules:
    '{modules, plural, one {# Modul} other {# Module}}, {lessons, plural, =0 {noch keine Lektionen} one {# Lektion} other {# Lektionen}}',
  start: 'Kurs beginnen',
  continue: 'Weiterlernen',
  percent: '{percent} Prozent',
  seeConclusion: 'Zum Abschluss',
  completed: 'Abgeschlossen',

  contents: 'Inhalt',
  collapseAll: 'Alle einklappen',
  expandAll: 'Alle ausklappen',
  noLessons: 'Die Lektionen dieses Kurses entstehen gerade noch. Schau bald wieder vorbei.',
  moduleDone: '{done} von {total} abgeschlossen',
  lab: 'Lab',
  labOutside: 'Lab außerhalb der Akademie',
  video: 'Video',
  'knowledge-check': 'Wissenstest',

  more: 'Mehr zu diesem Kurs',
  instructors: '{count, plural, one {Dozent} other {Dozenten}}',
  topics: 'Themen',
  labs: 'Labs',
  labsProved: 'Labs geprüft am {date}.',
  labsProvedInPart: '{proved} von {labs} Labs geprüft, das erste am {date}.',
  labsProvedMeans: 'Ihre Schritte wurden ausgeführt und haben funktioniert. Die Seite eines Labs zeigt das Protokoll.',
  labsToRead: 'Zu diesem Kurs gehören Labs. Du startest sie in ihren Lektionen.',
  externalLab: 'Das Lab zu diesem Kurs liegt außerhalb der Akademie.',
  externalLabLocked: 'Es steht dir offen, sobald du Zugang zum Kurs hast.',
  externalLabLink: 'Das Lab zu diesem Kurs liegt außerhalb der Akademie: <link>Lab in neuem Tab öffnen</link>',

  progress: 'Dein Fortschritt',
  restart: 'Kurs neu beginnen',
  restartTitle: 'Diesen Kurs neu beginnen?',
  restartCompleted:
    '{count, plural, one {# abgeschlossene Lektion gilt} other {# abgeschlossene Lektionen gelten}} dann wieder als nicht begonnen, ebenso alle, die du nur geöffnet hast.',
  restartOpened: 'Die Lektionen, die du geöffnet hast, gelten dann wieder als nicht begonnen.',
  restartKeeps:
    'Was du bisher gemacht hast, bleibt gespeichert, auch deine besten Ergebnisse in Wissenstests. Das lässt sich nicht rückgängig machen.',
  restarted: 'Der Kurs beginnt von vorn.',
  cancel: 'Abbrechen',

  conclusion: 'Abschluss',
  conclusionOf: 'Abschluss: {course}',
  notYet: 'Noch nicht so weit',
  onYourWay: 'Auf gutem Weg',
  almostThere: 'Fast geschafft',
  congratulations: 'Herzlichen Glückwunsch!',
  congratulationsName: 'Herzlichen Glückwunsch, {name}!',
  lessonsLeft: 'Noch {count, plural, one {# Lektion} other {# Lektionen}}, dann hast du diesen Kurs abgeschlossen.',
  restNeedsPro:
    'Du hast alle freien Lektionen abgeschlossen. {count, plural, one {Die letzte braucht} other {Die anderen # brauchen}} eine Pro-Mitgliedschaft.',
  someNeedPro: '{count, plural, one {Eine davon braucht} other {# davon brauchen}} eine Pro-Mitgliedschaft.',
  stillToDo: 'Noch zu tun',
  moreLeft: 'und {count} weitere',
  browse: 'Kurse ansehen',
  learningPaths: 'Lernpfade',
  contact: 'Kontakt',
  whatNext: 'So kannst du weitermachen',
  nextOfPath: 'Der nächste Kurs aus <link>{path}</link>',
} satisfies TranslationOf<typeof en>);
