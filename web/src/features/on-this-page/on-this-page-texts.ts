import { texts } from '@academy/contract/i18n/texts';
import { de } from './on-this-page-texts.de.ts';

/** The headings of a text. */
export const onThisPageTexts = texts({
  title: 'On this page',
}).translated({ de });
