import type { Call } from './call.ts';
import { getCourse, listCourses } from './courses.ts';
import { getInstructor, listInstructors } from './instructors.ts';
import { completeLesson, getLesson, listLessons } from './lessons.ts';
import { findAccount, getMyAccess } from './people.ts';
import { getProgressOverlay, sendProgressEvents } from './progress.ts';
import { deleteContent, putContent } from './publishing.ts';
import { endLocalSession } from './sign-in.ts';

/** Every call of the API. The server refuses to start when one of them is not bound, or bound twice. */
export const CALLS: readonly Call[] = [
  listCourses,
  getCourse,
  listLessons,
  getLesson,
  completeLesson,
  getProgressOverlay,
  sendProgressEvents,
  listInstructors,
  getInstructor,
  findAccount,
  getMyAccess,
  endLocalSession,
  putContent,
  deleteContent,
];
