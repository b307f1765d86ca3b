import { messages } from '@academy/contract/i18n/messages';

/** Tokens of everybody. */
export const en = messages({
  loadingAbilities: 'Loading abilities',
  abilitiesFailed: 'The abilities could not be loaded. {message}',
  tryAgain: 'Try again',
  allTokens: 'All tokens',
  download: 'Download the tokens as CSV',
  title: 'Access Tokens',
  intro:
    'Keys for scripts and pipelines. A token acts for the person who created it, in one academy, with the abilities it was given. If that person loses a right, the token loses it, too.',
  empty: 'Nobody has created a token for this academy yet. Create the first one above.',
});
