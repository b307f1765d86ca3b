import { texts } from '@academy/contract/i18n/texts';
import { de } from './layout-texts.de.ts';

/** The frame of the pages of signing in. */
export const layoutTexts = texts({
  placeKept: 'Your place in every lesson is kept, on every device.',
  backTo: 'Back to {name}',
  language: 'Language',
}).translated({ de });
