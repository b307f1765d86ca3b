import type { Course, CourseItem } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import type { Instructor } from '@academy/contract/instructors';
import type { Lesson, LessonItem } from '@academy/contract/lessons';
import { readingCatalogue } from './reading.ts';

/** Enough courses that the list is long. */
const MANY = 60;

function course(slug: string, title: string): CourseItem {
  return {
    courseId: slug,
    slug,
    tenantId: 'spring',
    title,
    description: 'What it is about, in a sentence that is long enough to be read.',
    topic: ['java', 'rest'],
    level: 'beginner',
    thumbnail: null,
    isPro: false,
    entitlements: { view: [] },
    duration: 900,
    lessonsCount: 2,
    completedLesson: 0,
    isFavorite: false,
    instructors: [{ instructorId: 'ann', name: 'Ann Example', slug: 'ann' }],
    locked: null,
    progressStatus: null,
    publishedAt: '2026-11-01T08:00:00.000Z',
  };
}

const rest = course('rest', 'Build a <REST> API');

const lessonItems: LessonItem[] = ['first', 'second'].map((slug, index) => ({
  lessonId: slug,
  courseId: 'rest',
  slug,
  title: `The ${slug} lesson`,
  type: 'article',
  orderColumn: 10 * (index + 1),
  duration: 300,
  status: 'live',
  language: 'en',
  parentId: null,
  isComplete: false,
  progressStatus: 'Not Started',
  entitlements: { view: [] },
  summary: '<p>Summary</p>',
  settings: { manualCompletion: true },
  isFavorite: false,
  instructors: [],
  locked: null,
}));

const ann: Instructor = {
  instructorId: 'ann',
  name: 'Ann Example',
  slug: 'ann',
  avatar: null,
  credentials: 'Engineer',
  description: 'Writes and runs services.',
  github: null,
  linkedin: null,
  twitter: null,
  website: null,
  status: 'live',
  language: 'en',
  bio: '<p>Ann writes.</p>',
  courses: [rest],
};

interface Input {
  query?: { slug?: string; path?: string; q?: string; pageNumber?: number; pageSize?: number };
  params?: Record<string, string | undefined>;
}

/** Answers the reading calls of a visitor from a small catalogue, as the server would. */
export function catalogue(name: string, input: unknown): unknown {
  const { query = {}, params = {} } = input as Input;
  const found = (is: boolean) => {
    if (!is) throw new AcademyError('not-found');
  };
  switch (name) {
    case 'listPublicAlerts':
      return { result: [] };
    case 'findAddress':
      return { path: query.path === '/de/courses/old/lessons/first/lab' ? '/de/courses/rest/lessons/first/lab' : null };
    case 'listCourses': {
      const others = Array.from({ length: MANY }, (_, index) => course(`course-${index}`, `Course ${index}`));
      const courses = [rest, ...others];
      const { pageNumber = 0, pageSize } = query;
      if (pageSize === undefined) return { courses, categories: [] };
      const from = pageNumber * pageSize;
      return { courses: courses.slice(from, from + pageSize), categories: [], totalElements: courses.length };
    }
    case 'getCourse': {
      found(query.slug === 'rest');
      const details: Course = {
        ...rest,
        instructors: [{ instructorId: 'ann', name: 'Ann Example', slug: 'ann', avatar: null, credentials: 'Engineer' }],
        progressStatus: 'NOT_STARTED',
        status: 'live',
        language: 'en',
        summary: '<p>Long</p>',
        labType: null,
        labUrl: null,
        labProofs: null,
        lessons: lessonItems,
      };
      return details;
    }
    case 'listLessons':
      found(query.slug === 'rest');
      return {
        lessons: lessonItems,
        completedLesson: 0,
        courseConclusion: '<p>Done</p>',
        courseTitle: rest.title,
        courseId: 'rest',
        courseStatus: 'live',
      };
    case 'getLesson': {
      const item = lessonItems.find(({ slug }) => slug === params.lessonSlug && params.courseSlug === 'rest');
      if (item === undefined) throw new AcademyError('not-found');
      const lesson: Lesson = {
        ...item,
        language: 'en',
        html: `<h2 id="c-why">Why</h2>${'<p>Text of the lesson that goes on for a while.</p>'.repeat(400)}`,
        headings: [{ id: 'c-why', text: 'Why' }],
        video: null,
        transcript: null,
        links: [],
        readingMinutes: 5,
        hasQuestions: false,
        hasLab: false,
        labProvider: null,
      };
      return lesson;
    }
    case 'listInstructors':
      return { result: [{ ...ann, coursesCount: 1 }] };
    case 'getInstructor':
      found(query.slug === 'ann');
      return ann;
    default: {
      const reply = readingCatalogue(name, { query, params }, rest);
      found(reply !== undefined);
      return reply;
    }
  }
}
