import { messages } from '@academy/contract/i18n/messages';

/** A video and its transcript. */
export const en = messages({
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
});
