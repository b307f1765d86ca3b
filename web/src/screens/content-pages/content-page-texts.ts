import { texts } from '@academy/contract/i18n/texts';
import { de } from './content-page-texts.de.ts';

/** Pages of the academy. */
export const contentPageTexts = texts({
  empty: 'This page has no text yet.',
}).translated({ de });
