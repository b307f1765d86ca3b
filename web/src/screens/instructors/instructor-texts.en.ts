import { messages } from '@academy/contract/i18n/messages';

/** The list of instructors, and an instructor. */
export const en = messages({
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
});
