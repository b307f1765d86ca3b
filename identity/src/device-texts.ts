import { texts } from '@academy/contract/i18n/texts';
import { de } from './device-texts.de.ts';

/** Browsers and systems by name. */
export const deviceTexts = texts({
  known: '{browser} on {system}',
  unknown: 'Unknown browser',
  unknownOn: 'Unknown browser on {system}',
}).translated({ de });
