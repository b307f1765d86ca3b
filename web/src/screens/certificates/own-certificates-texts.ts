import { texts } from '@academy/contract/i18n/texts';
import { de } from './own-certificates-texts.de.ts';

/** The learner's own certificates. */
export const ownCertificatesTexts = texts({
  certificates: 'Certificates',
  yourCertificates: 'Your certificates',
  intro:
    'You get a certificate for each course and learning path that you finish. You keep it, even if the content changes later.',
  failed: 'Your certificates could not be loaded. They are not lost. Please try again.',
  tryAgain: 'Try again',
  emptyTitle: 'No certificates yet',
  emptyText: 'Finish a course or learning path to get your first certificate.',
  browseCourses: 'Browse courses',
  issuedOn: 'Issued on <time>{day}</time>',
  revoked: 'Revoked',
  certificateOf: '{kind, select, course {Course certificate} other {Learning path certificate}}',
}).translated({ de });
