import { texts } from '@academy/contract/i18n/texts';
import { de } from './course-list-texts.de.ts';

/** Words of the list of courses. */
export const courseListTexts = texts({
  search: 'Search courses',
  amount: '{count, plural, one {# course} other {# courses}}',
  amountOf: '{count} of {all, plural, one {# course} other {# courses}}',
  pages: 'Pages of courses',
  showAll: 'Show all courses',
  none: 'No courses here yet',
  coming: 'The first courses are being prepared. Please come back soon.',
  nothingFits: 'No course matches your filters',
  without: 'Remove {title} to see {count, plural, one {# course} other {# courses}}',
}).translated({ de });
