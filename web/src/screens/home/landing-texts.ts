import { texts } from '@academy/contract/i18n/texts';
import { de } from './landing-texts.de.ts';

/** Home for visitors, beside the texts of the brand. */
export const landingTexts = texts({
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
}).translated({ de });
