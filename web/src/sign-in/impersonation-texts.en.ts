import { messages } from '@academy/contract/i18n/messages';

/** The end of viewing an academy as somebody else. */
export const en = messages({
  ended: 'You no longer view as {name}.',
  over: 'The view as {name} is over.',
  noStorage: 'This browser keeps nothing for a tab. Allow it to store data for this site, and try again.',
});
