import { texts } from '@academy/contract/i18n/texts';
import { de } from './course-texts.de.ts';

/** The list of courses, a course, and its conclusion. */
export const courseTexts = texts({
  courses: 'Courses',
  coursesPage: 'Courses, page {page}',
  course: 'Course',
  about: 'About this course',
  size: '{lessons, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  sizeWithModules:
    '{modules, plural, one {# module} other {# modules}}, {lessons, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  start: 'Start course',
  continue: 'Continue',
  percent: '{percent} percent',
  seeConclusion: 'See your conclusion',
  completed: 'Completed',

  contents: 'Contents',
  collapseAll: 'Collapse all',
  expandAll: 'Expand all',
  noLessons: 'The lessons of this course are still being written. Please come back soon.',
  moduleDone: '{done} of {total} completed',
  lab: 'Lab',
  labOutside: 'Lab outside the academy',
  video: 'Video',
  'knowledge-check': 'Knowledge check',

  more: 'More about this course',
  instructors: '{count, plural, one {Instructor} other {Instructors}}',
  topics: 'Topics',
  labs: 'Labs',
  labsProved: 'Labs proved {date}.',
  labsProvedInPart: '{proved} of {labs} labs proved, the first of them {date}.',
  labsProvedMeans: 'Their steps were run and worked. The page of a lab shows the record.',
  labsToRead: 'This course has labs. You start each one from its lesson.',
  externalLab: 'The lab of this course is outside the academy.',
  externalLabLocked: 'It opens with the course.',
  externalLabLink: 'The lab of this course is outside the academy: <link>open the lab in a new tab</link>',

  progress: 'Your progress',
  restart: 'Restart course',
  restartTitle: 'Restart this course?',
  restartCompleted:
    '{count, plural, one {# lesson} other {# lessons}} that you completed will count as not started again, and so will those you opened.',
  restartOpened: 'The lessons that you opened will count as not started again.',
  restartKeeps:
    'What you did before stays on record, and so do your best results in knowledge checks. This cannot be undone.',
  restarted: 'Course restarted.',
  cancel: 'Cancel',

  conclusion: 'Conclusion',
  conclusionOf: 'Conclusion of {course}',
  notYet: 'Not yet',
  onYourWay: 'On your way',
  almostThere: 'Almost there',
  congratulations: 'Congratulations!',
  congratulationsName: 'Congratulations, {name}!',
  lessonsLeft: '{count, plural, one {# lesson} other {# lessons}} left before this course is complete.',
  restNeedsPro:
    'You completed every lesson that is free. {count, plural, one {The other one needs} other {The other # need}} Pro membership.',
  someNeedPro: '{count, plural, one {One of them needs} other {# of them need}} Pro membership.',
  stillToDo: 'Still to do',
  moreLeft: 'and {count} more',
  browse: 'Browse courses',
  learningPaths: 'Learning paths',
  contact: 'Contact us',
  whatNext: 'What to learn next',
  nextOfPath: 'The next course of <link>{path}</link>',
}).translated({ de });
