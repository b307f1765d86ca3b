import { messages } from '@academy/contract/i18n/messages';

/** The end of viewing an academy as somebody else. */
export const en = messages({
  ended: 'You are no longer viewing as {name}.',
  over: 'The view as {name} has ended.',
  noStorage: 'Your browser does not store data for this tab. Allow this site to store data, and try again.',
});
