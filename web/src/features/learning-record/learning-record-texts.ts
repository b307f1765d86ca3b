import { texts } from '@academy/contract/i18n/texts';
import { de } from './learning-record-texts.de.ts';

/** What stands around a person's own record. */
export const ownRecordTexts = texts({
  intro: 'What you have done in this academy. Download it to show it to others.',
  failed: 'The record could not be loaded.',
  tryAgain: 'Try again',
  format: '{format, select, pdf {PDF} other {CSV}}',
  download: 'Download the record as {format, select, pdf {PDF} other {CSV}}',
  made: 'As of {moment}.',
}).translated({ de });
