import { texts } from '../i18n/texts.ts';
import { de } from './duration-texts.de.ts';

/** Parts of a duration. */
export const durationTexts = texts({
  days: '{count} d',
  hours: '{count} h',
  minutes: '{count} min',
}).translated({ de });
