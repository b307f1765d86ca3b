import { texts } from '@academy/contract/i18n/texts';
import { de } from './certificate-page-texts.de.ts';

/** The page of a certificate, for everybody with its address. */
export const certificatePageTexts = texts({
  print: 'Print or save as PDF',
  addToLinkedIn: 'Add to LinkedIn profile',
  newTab: '(new tab)',
  downloadBadge: 'Download Open Badge',
  titleOfName: '{title}: certificate of {name}',
  valid: 'This certificate is valid',
  invalid: 'This certificate is no longer valid',
  revoked: '{academy} revoked this certificate on {day}. Reason: <bdi>{reason}</bdi>',
  corrected: '{academy} corrected the name on {day}.',
  issuedTo: 'Issued to',
  course: 'Course',
  learningPath: 'Learning path',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  issuedAt: '{day} (UTC)',
  content: 'Content',
  edition: 'Edition',
  renewed: '{edition}, renewed on {day} (UTC)',
  version: 'Version {version}',
  id: 'Certificate ID',
  note: 'This page always shows what {academy} has on record. A certificate on paper or in a picture is genuine if the page at its address says the same.',
  certificate: 'Certificate',
  description: '{name} has completed {title}.',
}).translated({ de });
