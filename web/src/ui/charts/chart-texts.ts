import { texts } from '@academy/contract/i18n/texts';
import { de } from './chart-texts.de.ts';

/** Charts. */
export const chartTexts = texts({
  numbers: 'Numbers as a table',
  tableOf: '{title}, table',
}).translated({ de });
