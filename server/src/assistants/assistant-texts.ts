import { texts } from '@academy/contract/i18n/texts';
import { de } from './assistant-texts.de.ts';

/** What assistants and the people who use them read of the tools: a title, and what it is for. */
export const assistantTexts = texts({
  search: 'Search the academy',
  searchText:
    'Finds courses, lessons, guides, learning paths, instructors and pages that contain the words; with kind, only those.',
  list_courses: 'List the courses',
  list_coursesText:
    'The courses of the academy, 50 a page from page 0, with how much of each the learner has completed. With mine, only those begun.',
  read_course: 'Read a course',
  read_courseText:
    'What a course is about, and its modules and lessons in order with what the learner has completed. Takes the slug of the course.',
  read_lesson: 'Read a lesson',
  read_lessonText:
    'The text of a lesson as Markdown. Takes the slugs of course and lesson. Questions of knowledge checks and their answers are not part of it.',
  read_guide: 'Read a guide',
  read_guideText: 'The text of a guide as Markdown. Takes the slug of the guide.',
  list_learning_paths: 'List the learning paths',
  list_learning_pathsText: 'Learning paths, 50 a page from page 0: courses in the order in which they are best taken.',
  read_learning_path: 'Read a learning path',
  read_learning_pathText: 'The courses of a learning path in order. Takes the slug of the path.',
  what_is_due: 'See what is due',
  what_is_dueText:
    'What is assigned to the learner, each with its due date and the days that are left, next first; days are negative when it is overdue. Good for planning a week.',
  my_running_lab: 'Look at the running lab',
  my_running_labText:
    'The lab that the learner runs now: its steps, which of them failed and how often, and the author’s hint for those. To help, explain the idea behind the failing step and let the learner do it.',
  noLab: 'No lab is running.',
}).translated({ de });
