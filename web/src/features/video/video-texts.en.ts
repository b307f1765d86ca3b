import { messages } from '@academy/contract/i18n/messages';

/** A video and its transcript. */
export const en = messages({
  play: 'Play video: {title}',
  continuesAt: 'Goes on at {clockTime}',
  playsFrom: 'Plays from {host}',
  watched: 'Watched {watched} %',
  notLoaded: 'The film could not be loaded.',
  noAnswer: '{host} does not answer.',
  cannotPlay: 'The film cannot be played here.',
  transcriptBelow: 'Its transcript stands below.',
  textBelow: 'Its text stands below.',
  tryAgain: 'Try again',
  readAlong: 'Read along',
  language: 'Language',
  loading: 'Loading',
  transcriptNotLoaded: 'The transcript could not be loaded.',
});
