import { texts } from '../i18n/texts.ts';
import { de } from './learning-record-texts.de.ts';

/** What stands in a person's own record, on the page and in the PDF. */
export const recordTexts = texts({
  title: 'Learning record',
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
