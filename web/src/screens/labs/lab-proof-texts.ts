import { texts } from '@academy/contract/i18n/texts';
import { de } from './lab-proof-texts.de.ts';

/** The record of a lab's proof. */
export const labProofTexts = texts({
  title: 'Record of the proof',
  loading: 'Loading the steps',
  notLoaded: 'The steps could not be loaded. Try again later.',
  provedAt: 'Proved',
  ranIn: 'Ran in',
  browser: 'the engine of labs in the browser',
  sandbox: 'a sandbox',
  environment: 'Environment',
  commit: 'Commit',
  duration: 'Duration',
  programs: 'Programs',
  seconds: '{seconds, number} s',
  skipped: 'Not run: {reason}',
}).translated({ de });
