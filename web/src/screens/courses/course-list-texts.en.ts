import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of courses. */
export const en = messages({
  search: 'Search courses',
  amount: '{count, plural, one {# course} other {# courses}}',
  amountOf: '{count} of {all, plural, one {# course} other {# courses}}',
  pages: 'Pages of courses',
  showAll: 'Show all courses',
  none: 'No courses here yet',
  coming: 'The first courses are being prepared. Please come back soon.',
  nothingFits: 'No course matches your filters',
  without: 'Remove {title} to see {count, plural, one {# course} other {# courses}}',
});
