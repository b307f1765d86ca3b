import { messages } from '@academy/contract/i18n/messages';

/** Home for visitors. */
export const en = messages({
  pageTitle: 'Home',
  featuredTitle: 'Begin with one of these',
  featuredList: 'Featured courses',
  allCourses: 'All courses',
  allCoursesCounted: 'All {total} courses',
  seePaths: 'See the learning paths',
  pathList: 'First learning paths',
  coursesOfPath: '{count, plural, one {# course} other {# courses}}',
  moreCoursesOfPath: 'and {count, plural, one {# course} other {# courses}} more',
  allGuides: 'All guides',
  guideList: 'First guides',
});
