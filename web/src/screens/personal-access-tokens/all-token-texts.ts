import { texts } from '@academy/contract/i18n/texts';
import { de } from './all-token-texts.de.ts';

/** Tokens of everybody. */
export const allTokenTexts = texts({
  loadingAbilities: 'Loading abilities',
  abilitiesFailed: 'The abilities could not be loaded. {message}',
  tryAgain: 'Try again',
  allTokens: 'All tokens',
  ownTokens: 'Your tokens',
  download: 'Download the tokens as CSV',
  title: 'Access Tokens',
  intro:
    'Keys for scripts and pipelines. A token acts for the person who created it, in one academy, with the abilities it was given. If that person loses a right, the token loses it, too.',
  ownEmpty: 'You have no token for this academy yet. Create the first one above.',
  empty: 'Nobody has created a token for this academy yet. Create the first one above.',
}).translated({ de });
