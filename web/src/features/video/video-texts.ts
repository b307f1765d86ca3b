import { texts } from '@academy/contract/i18n/texts';
import { de } from './video-texts.de.ts';

/** A video and its transcript. */
export const videoTexts = texts({
  play: 'Play video: {title}',
  continuesAt: 'Continues at {clockTime}',
  playsFrom: 'Plays from {host}',
  watched: '{watched} % watched',
  notLoaded: 'The video could not be loaded.',
  noAnswer: '{host} does not answer.',
  cannotPlay: 'The video cannot be played here.',
  transcriptBelow: 'The transcript is below.',
  textBelow: 'The text is below.',
  tryAgain: 'Try again',
  readAlong: 'Read along',
  language: 'Language',
  loading: 'Loading',
  transcriptNotLoaded: 'The transcript could not be loaded.',
}).translated({ de });
