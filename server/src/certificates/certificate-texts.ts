import { texts } from '@academy/contract/i18n/texts';
import { de } from './certificate-texts.de.ts';

/** What a certificate says by itself. */
export const certificateTexts = texts({
  nameless: 'A learner',
}).translated({ de });
