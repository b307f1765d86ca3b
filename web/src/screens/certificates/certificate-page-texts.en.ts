import { messages } from '@academy/contract/i18n/messages';

/** The page of a certificate, for everybody with its address. */
export const en = messages({
  print: 'Print or save as PDF',
  addToLinkedIn: 'Add to LinkedIn profile',
  newTab: '(new tab)',
  downloadBadge: 'Download Open Badge',
  titleOfName: '{title}: certificate of {name}',
  valid: 'This certificate is valid',
  invalid: 'This certificate is not valid any more',
  revoked: '{academy} revoked it on {day}. Reason: <bdi>{reason}</bdi>',
  corrected: '{academy} corrected the name on {day}.',
  issuedTo: 'Issued to',
  course: 'Course',
  learningPath: 'Learning path',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  issuedAt: '{day} (UTC)',
  content: 'Content',
  id: 'Certificate',
  note: 'This page comes from {academy} each time it is opened. A certificate is genuine when the page at its address says the same as the paper or the picture you were given.',
  certificate: 'Certificate',
  description: '{name} has completed {title}.',
});
