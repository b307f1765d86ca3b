import { messages } from '@academy/contract/i18n/messages';

/** Links to the pages of a list. */
export const en = messages({
  pagesOfResults: 'Pages of results',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {page} of {pages}',
});
