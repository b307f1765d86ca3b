import { texts } from '@academy/contract/i18n/texts';
import { de } from './learning-record-texts.de.ts';

/** A person's own record. */
export const recordTexts = texts({
  title: 'Learning record',
  intro: 'What you have done in this academy. Download it to show it to others.',
  failed: 'The record could not be loaded.',
  tryAgain: 'Try again',
  format: '{format, select, pdf {PDF} other {CSV}}',
  download: 'Download the record as {format, select, pdf {PDF} other {CSV}}',
  made: 'As of {moment}.',
  courses: 'Courses',
  course: 'Course',
  state: 'State',
  time: 'Time',
  completed: 'Completed on {day}',
  begun: '{done} of {lessons} lessons, begun on {day}',
  noCourse: 'No course begun yet.',
  checks: 'Knowledge checks',
  check: 'Knowledge check',
  result: 'Best result',
  passed: '{percent} %, passed',
  notPassed: '{percent} %, not passed',
  attempts: 'Attempts',
  noCheck: 'No knowledge check submitted yet.',
  certificates: 'Certificates',
  certificate: 'Certificate',
  issued: 'Issued',
  revoked: 'Revoked',
  noCertificate: 'No certificates yet.',
  timeMeans:
    'Days are those of UTC. Time is estimated: the time between recorded steps, such as opening and completing lessons. Pauses of more than 30 minutes do not count. Pages are not watched.',
}).translated({ de });
