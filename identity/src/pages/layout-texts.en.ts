import { messages } from '@academy/contract/i18n/messages';

/** The frame of the pages of signing in. */
export const en = messages({
  placeKept: 'Your place in every lesson is kept, on every device.',
  backTo: 'Back to {name}',
  language: 'Language',
});
