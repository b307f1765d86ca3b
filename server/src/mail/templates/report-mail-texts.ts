import { texts } from '@academy/contract/i18n/texts';
import { de } from './report-mail-texts.de.ts';

/** The mail with a saved report. */
export const reportMailTexts = texts({
  subject: '{name}: report of {academy}',
  summary:
    '{completed} of {people, plural, one {# member} other {# members}} completed the course, {begun} have begun it.',
  rows: '{rows, plural, one {The report has one row.} other {The report has # rows.}} Below {shown, plural, one {is the first} other {are the first #}}. Days are those of UTC.',
  empty: 'The report has no rows.',
  by: '{by, select, course {Courses} lesson {Lessons} check {Knowledge checks} lab {Labs} group {Groups} other {People}}',
  completed: '{what}: {course}, completed on {day}',
  begun: '{what}: {course}, {done} of {lessons} lessons completed',
  notBegun: '{what}: {course}, not begun',
  thing: '{what}: {begun} have begun{has, select, yes {, {completed} have completed} other {}}',
  open: 'Open the report',
  why: 'A person of the academy has this report mailed regularly, and can end that on its screen.',
}).translated({ de });
