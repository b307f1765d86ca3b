import { texts } from '@academy/contract/i18n/texts';
import { de } from './learning-path-texts.de.ts';

/** The list of learning paths, and a learning path with its steps. */
export const learningPathTexts = texts({
  // A title of a page, unlike the next one.
  title: 'Learning Paths',
  titlePage: 'Learning Paths, page {page}',
  learningPaths: 'Learning paths',
  learningPath: 'Learning Path',
  about: 'About this learning path',
  courses: '{courses, plural, one {# course} other {# courses}}',
  exams: '{exams, plural, one {# exam} other {# exams}}',
  coursesAndExams:
    '{courses, plural, one {# course} other {# courses}} and {exams, plural, one {# exam} other {# exams}}',
  noSteps: 'No steps yet',
  start: 'Start path',
  continue: 'Continue path',
  again: 'View path again',
  percent: '{percent} percent',
  // Follows a figure: 40 %.
  ofLessons: 'of {count, plural, one {# lesson} other {# lessons}}',

  steps: 'Steps',
  stepsComing: 'The steps of this path are still being chosen. Please come back soon.',
  isCompleted: 'You have completed this learning path.',
  examPassed: 'Exam. Passed',
  examBegun: 'Exam. Started',
  examHere: 'Exam, taken here',
  examElsewhere: 'Exam. It cannot be taken online yet.',
  courseElsewhere: 'Course of {academy} Academy; your progress is kept there',
  missing: 'Not available in this academy yet',
  completed: 'Completed',
  'in-progress': 'In progress',
  'not-started': 'Not started',
}).translated({ de });
