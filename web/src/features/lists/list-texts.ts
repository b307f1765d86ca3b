import { texts } from '@academy/contract/i18n/texts';
import { de } from './list-texts.de.ts';

/** Filters, order and results of a list. */
export const listTexts = texts({
  filters: '{count, plural, =0 {Filters} other {Filters (#)}}',
  mine: 'Mine',
  favorites: 'Favorites',
  progress: 'Progress',
  type: 'Type',
  level: 'Level',
  topic: 'Topic',
  'not-started': 'Not Started',
  'in-progress': 'In Progress',
  completed: 'Completed',
  words: '“{words}”',
  logIn: 'Log in to filter by your favorites and your progress.',
  showFewer: 'Show fewer',
  showAll: 'Show all {count}',

  sortBy: 'Sort by',
  recommended: 'Recommended',
  title: 'Title',
  newest: 'Newest first',
  shortest: 'Shortest first',

  results: 'Results',
  loading: 'Loading',
  chosen: 'Chosen filters',
  remove: 'Remove {title}',
  clearAll: 'Clear all',
  wayOut: 'Remove a filter, or search for another word.',
  notLoaded: 'Your favorites and your progress could not be loaded',
  needed: 'Your filters need them. Check your connection, then try again.',
  tryAgain: 'Try again',
}).translated({ de });
