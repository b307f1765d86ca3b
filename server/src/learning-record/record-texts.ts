import { texts } from '@academy/contract/i18n/texts';
import { de } from './record-texts.de.ts';

/** What a person's own record says as a PDF alone. */
export const pdfTexts = texts({
  of: '{name}, {academy}',
  made: 'As of {day} (UTC).',
}).translated({ de });
