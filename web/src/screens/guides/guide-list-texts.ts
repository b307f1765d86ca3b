import { texts } from '@academy/contract/i18n/texts';
import { de } from './guide-list-texts.de.ts';

/** Words of the list of guides. */
export const guideListTexts = texts({
  search: 'Search guides',
  amount: '{count, plural, one {# guide} other {# guides}}',
  amountOf: '{count} of {all, plural, one {# guide} other {# guides}}',
  pages: 'Pages of guides',
  showAll: 'Show all guides',
  none: 'No guides here yet',
  coming: 'The first guides are being prepared. Please come back soon.',
  nothingFits: 'No guide matches your filters',
  without: 'Remove {title} to see {count, plural, one {# guide} other {# guides}}',
}).translated({ de });
