import { messages } from '@academy/contract/i18n/messages';

/** The learner's own certificates. */
export const en = messages({
  certificates: 'Certificates',
  yourCertificates: 'Your certificates',
  intro: 'Each course and learning path that you finish gives you one. It stays, whatever changes later.',
  failed: 'Your certificates could not be loaded. Nothing is lost; please try again.',
  tryAgain: 'Try again',
  emptyTitle: 'No certificates yet',
  emptyText: 'Finish a course, and its certificate is here.',
  browseCourses: 'Browse courses',
  issuedOn: 'Issued on <time>{day}</time>',
  revoked: 'Revoked',
  certificateOf: '{kind, select, course {Certificate of a course} other {Certificate of a learning path}}',
});
