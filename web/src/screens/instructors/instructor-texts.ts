import { texts } from '@academy/contract/i18n/texts';
import { de } from './instructor-texts.de.ts';

/** The list of instructors, and an instructor. */
export const instructorTexts = texts({
  instructors: 'Instructors',
  instructorsPage: 'Instructors, page {page}',
  instructor: 'Instructor',
  coursesCount: '{count, plural, one {# course} other {# courses}}',
  elsewhere: 'Elsewhere',
  website: 'Website',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  twitter: 'X',
  courses: 'Courses',
  coursesBy: 'Courses by {name}',
}).translated({ de });
