import { texts } from '@academy/contract/i18n/texts';
import { de } from './instructor-list-texts.de.ts';

/** Words of the list of instructors. */
export const instructorListTexts = texts({
  search: 'Search instructors',
  amount: '{count, plural, one {# instructor} other {# instructors}}',
  amountOf: '{count} of {all, plural, one {# instructor} other {# instructors}}',
  pages: 'Pages of instructors',
  showAll: 'Show all instructors',
  none: 'No instructors here yet',
  coming: 'The first instructors are being prepared. Please come back soon.',
  nothingFits: 'No instructor matches your filters',
  without: 'Remove {title} to see {count, plural, one {# instructor} other {# instructors}}',
}).translated({ de });
