import { texts } from '@academy/contract/i18n/texts';
import { de } from './certificate-sheet-texts.de.ts';

/** A certificate as it is printed. */
export const certificateSheetTexts = texts({
  completion: 'Certificate of completion',
  issued: 'Issued',
  issuedAt: '<time>{day}</time> (UTC)',
  content: 'Content',
  id: 'Certificate ID',
  revoked: 'Revoked',
  completed: 'has completed the {kind, select, course {course} other {learning path}}',
  verify: 'Verify it at <address>{place}</address>',
  lessons: '{count, plural, one {# lesson} other {# lessons}}',
  lessonsAndTime: '{count, plural, one {# lesson} other {# lessons}}, {time}',
}).translated({ de });
