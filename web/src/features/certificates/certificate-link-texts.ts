import { texts } from '@academy/contract/i18n/texts';
import { de } from './certificate-link-texts.de.ts';

/** The link to a learner's certificate, on pages of what they finished. */
export const certificateLinkTexts = texts({
  yourCertificate: 'Your certificate',
}).translated({ de });
