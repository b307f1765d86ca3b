import { texts } from '@academy/contract/i18n/texts';
import { de } from './pager-texts.de.ts';

/** Links to the pages of a list. */
export const pagerTexts = texts({
  pagesOfResults: 'Pages of results',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {page} of {pages}',
}).translated({ de });
