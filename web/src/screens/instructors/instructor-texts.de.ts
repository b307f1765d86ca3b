export const de = {
  instructors: 'Dozenten',
  instructorsPage: 'Dozenten, Seite {page}',
  instructor: 'Dozent',
  coursesCount: '{count, plural, one {# Kurs} other {# Kurse}}',
  elsewhere: 'Anderswo',
  website: 'Website',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  twitter: 'X',
  courses: 'Kurse',
  coursesBy: 'Kurse von {name}',
};
