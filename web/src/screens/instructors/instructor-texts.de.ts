import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './instructor-texts.en.ts';

export const de = messages({
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
} satisfies TranslationOf<typeof en>);
