import { texts } from '@academy/contract/i18n/texts';
import { de } from './password-texts.de.ts';

/** What is wrong with a new password. */
export const passwordTexts = texts({
  missing: 'Choose a password.',
  short: 'Use at least {min} characters.',
  long: 'Use at most {max} characters.',
  predictable: 'Repetitions and neighboring keys are guessed first. Use a few words that do not belong together.',
  words:
    'Your name, your address and the name of the academy are guessed first. Add words that have nothing to do with you.',
  common: 'This is one of the passwords that are guessed first. Use a few words that do not belong together.',
}).translated({ de });
