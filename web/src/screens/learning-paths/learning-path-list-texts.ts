import { texts } from '@academy/contract/i18n/texts';
import { de } from './learning-path-list-texts.de.ts';

/** Words of the list of learning paths. */
export const learningPathListTexts = texts({
  search: 'Search learning paths',
  amount: '{count, plural, one {# learning path} other {# learning paths}}',
  amountOf: '{count} of {all, plural, one {# learning path} other {# learning paths}}',
  pages: 'Pages of learning paths',
  showAll: 'Show all learning paths',
  none: 'No learning paths here yet',
  coming: 'The first learning paths are being prepared. Please come back soon.',
  nothingFits: 'No learning path matches your filters',
  without: 'Remove {title} to see {count, plural, one {# learning path} other {# learning paths}}',
}).translated({ de });
