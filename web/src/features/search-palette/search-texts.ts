import { texts } from '@academy/contract/i18n/texts';
import { de } from './search-texts.de.ts';

/** Search, in its dialog and on its page. */
export const searchTexts = texts({
  nothing: 'Nothing was found',
  tryOtherWords: 'Try fewer or other words, or browse the courses.',
  browseCourses: 'Browse courses',
  resultsFor: '{total, plural, one {# result} other {# results}} for “{text}”',
  correctedTo: 'No results for “{text}”. Showing results for <link>{corrected}</link>.',
  someWords: 'No result has all of these words. These have some of them.',
  kinds: 'Kinds of results',
  all: 'All',
  noSuchPage: 'There are no results on this page',
  firstPage: 'Go to the first page',
  allResults: 'All results',
  hint: 'Type a word or two. The beginning of a word is enough. Put a phrase in quotes to find it exactly. You can search from every page: press <kbd>/</kbd>.',
  recent: 'Recent searches',
  searchFor: 'Search for {text}',
  search: 'Search',
  searchAcademy: 'Search the academy',
  placeholder: 'Search courses, lessons, guides',
  close: 'Close search',
  failed: 'The search did not work. Check your connection, then try again.',
  tryAgain: 'Try again',
  shortHint: 'Type a word or two. Put a phrase in quotes to find it exactly.',
  results: 'Results',
  seeAll: 'See all results',
  forget: 'Remove the search for {one}',
  forgetAll: 'Remove all searches',
  nothingFor: 'No results for “{text}”. Try fewer or other words, or <link>browse the courses</link>.',
  resultCount: '{count, plural, one {# result} other {# results}}',
  correctedWithButton: 'No results for “{text}”. Showing results for <button>{corrected}</button>.',
  course: 'Courses',
  path: 'Learning Paths',
  lesson: 'Lessons',
  guide: 'Guides',
  instructor: 'Instructors',
  page: 'Pages',
  noneOf:
    'No {kind, select, course {courses} path {learning paths} lesson {lessons} guide {guides} instructor {instructors} other {pages}} among them',
  allOf:
    '{kind, select, course {All {total} courses} path {All {total} learning paths} lesson {All {total} lessons} guide {All {total} guides} instructor {All {total} instructors} other {All {total} pages}}',
}).translated({ de });
