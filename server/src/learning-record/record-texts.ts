import { texts } from '@academy/contract/i18n/texts';
import { de } from './record-texts.de.ts';

/** The learning record as a PDF. */
export const recordTexts = texts({
  title: 'Learning record',
  of: '{name}, {academy}',
  made: 'As of {day} (UTC).',
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
  revoked: 'revoked',
  noCertificate: 'No certificates yet.',
  timeMeans:
    'Time is estimated: the time between recorded steps, such as opening and completing lessons. Pauses of more than 30 minutes do not count. Pages are not watched.',
}).translated({ de });
