export const de = {
  pageTitle: 'Startseite',
  featuredTitle: 'Fang mit einem von diesen an',
  featuredList: 'Empfohlene Kurse',
  allCourses: 'Alle Kurse',
  allCoursesCounted: 'Alle {total} Kurse',
  seePaths: 'Lernpfade ansehen',
  pathList: 'Die ersten Lernpfade',
  coursesOfPath: '{count, plural, one {# Kurs} other {# Kurse}}',
  moreCoursesOfPath: 'und {count, plural, one {# weiterer Kurs} other {# weitere Kurse}}',
  allGuides: 'Alle Anleitungen',
  guideList: 'Die ersten Anleitungen',
};
