import { messages } from '@academy/contract/i18n/messages';

/** The link to a learner's certificate, on pages of what they finished. */
export const en = messages({
  yourCertificate: 'Your certificate',
});
