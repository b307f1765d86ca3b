import { texts } from '@academy/contract/i18n/texts';
import { de } from './card-texts.de.ts';

/** Cards of courses, guides and learning paths. */
export const cardTexts = texts({
  percent: '{percent} percent',
  topics: 'Topics',
}).translated({ de });
