export const de = {
  unsubscribe:
    '{what, select, lessons {Mails über neue Lektionen} membership {Mails über das Ende der Mitgliedschaft} other {Wöchentliche Übersicht}} abbestellen',
  choose: 'Benachrichtigungen auswählen',
  newInCourse: 'Neu in {course} ({academy})',
  newInCourses: 'Neu in {count} deiner Kurse bei {academy}',
  newHeading: '{count, plural, one {Neu in einem deiner Kurse} other {Neu in deinen Kursen}}',
  newLessons: 'Diese Lektionen sind seit unserer letzten Mail dazugekommen:',
  more: 'und {count, number} weitere',
  whyNewLessons: 'Du folgst deinen Favoriten und den Kursen, in denen du in den letzten {days} Tagen gelernt hast.',
  membershipSubject: 'Deine Pro-Mitgliedschaft endet am {day} ({academy})',
  membershipHeading: 'Deine Pro-Mitgliedschaft endet bald',
  membershipDay: 'Sie endet am {day} (UTC), und zwar in allen Akademien. Bis dahin steht dir alles offen wie bisher.',
  membershipAfter: 'Danach sind Pro-Inhalte gesperrt. Dein Fortschritt und deine Zertifikate bleiben, wie sie sind.',
  contact: 'Der Akademie schreiben',
  membershipOnce:
    'Diese Mail kommt nur einmal. Wird die Mitgliedschaft verlängert, schreiben wir dir vor ihrem neuen Ende wieder.',
  weekSubject: 'Deine Woche bei {academy}',
  weekHeading: 'Deine Woche',
  weekDone: 'Das hast du seit der letzten Übersicht geschafft, und so geht es weiter.',
  weekNew: 'Das ist seit der letzten Übersicht in der Akademie neu.',
  completed: 'Das hast du abgeschlossen',
  courseCompleted:
    '{title}: {lessons, plural, one {# Lektion} other {# Lektionen}}, insgesamt {done, number} von {all, number}',
  next: 'So geht es weiter',
  newCourses: 'Neue Kurse',
  whyWeek: 'Die Übersicht kommt einmal in der Woche. In Wochen ohne Neues entfällt sie.',
};
