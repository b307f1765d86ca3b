import type { CourseItem } from '@academy/contract/courses';
import type { Guide, GuideItem } from '@academy/contract/guides';
import type { LearningPath } from '@academy/contract/learning-paths';
import type { LessonItem } from '@academy/contract/lessons';
import type { OverlayItem } from '@academy/contract/progress';
import { describe, expect, test } from 'vitest';
import {
  type CachedOverlay,
  mergeCourse,
  mergeCourseItem,
  mergeGuide,
  mergeGuideItem,
  mergeLessons,
  mergePath,
  mergePathItem,
  type Overlay,
  type PendingEvent,
  withFavorite,
  withGuideCompleted,
  withPending,
  withReply,
} from './overlay.ts';

const course: CourseItem = {
  courseId: 'c1',
  slug: 'rest',
  tenantId: 'spring',
  title: 'REST',
  description: '',
  topic: [],
  level: null,
  thumbnail: null,
  isPro: false,
  entitlements: { view: [] },
  duration: 600,
  lessonsCount: 2,
  completedLesson: 0,
  isFavorite: false,
  instructors: [],
  locked: null,
  progressStatus: null,
  publishedAt: '2026-11-01T08:00:00.000Z',
};

const lesson = (lessonId: string, type: LessonItem['type'] = 'article'): LessonItem => ({
  lessonId,
  courseId: 'c1',
  slug: lessonId,
  title: lessonId,
  type,
  orderColumn: 10,
  duration: 300,
  status: 'live',
  parentId: null,
  isComplete: false,
  progressStatus: 'Not Started',
  entitlements: { view: [] },
  summary: '',
  settings: { manualCompletion: true },
  isFavorite: false,
  instructors: [],
  locked: null,
});

const overlay: Overlay = {
  query: { courseSlug: 'rest' },
  items: {
    c1: { isFavorite: true, completedLesson: 1, lessonsCount: 2, progressStatus: 'In Progress', locked: null },
  },
  lessons: {
    l1: { progressStatus: 'Completed', isFavorite: false, locked: null },
    l2: { progressStatus: 'Not Started', isFavorite: true, locked: null },
  },
  favoriteCount: 1,
  viewer: { isPro: false },
  signedInIsPro: false,
};

const event = (lessonId: string, kind: PendingEvent['kind']): PendingEvent => ({
  key: `key-${lessonId}-${kind}`,
  lessonId,
  courseId: 'c1',
  kind,
  at: '2026-11-20T10:00:00.000Z',
});

describe('a public page with the learner laid over it', () => {
  test('a course in a list shows progress and favorite', () => {
    expect(mergeCourseItem(course, overlay)).toMatchObject({
      completedLesson: 1,
      isFavorite: true,
      progressStatus: 'In Progress',
    });
  });

  test('an untouched course opens when it needed only a log-in', () => {
    const locked: CourseItem = { ...course, courseId: 'c2', entitlements: { view: ['auth'] }, locked: 'auth' };
    expect(mergeCourseItem(locked, overlay).locked).toBeNull();
    const pro: CourseItem = { ...course, courseId: 'c3', entitlements: { view: ['pro'] }, locked: 'pro' };
    expect(mergeCourseItem(pro, overlay).locked).toBe('pro');
    expect(mergeCourseItem(pro, { ...overlay, signedInIsPro: true }).locked).toBeNull();
    expect(mergeCourseItem(pro, { ...overlay, viewer: { isPro: true } }).locked).toBeNull();
  });

  test('a course says to members only that nothing in it needs Pro', () => {
    const mixed: CourseItem = { ...course, proLessons: 1 };
    expect(mergeCourseItem(mixed, overlay).proLessons).toBe(1);
    expect(mergeCourseItem(mixed, { ...overlay, viewer: { isPro: true } }).proLessons).toBeUndefined();
    expect(mergeCourseItem(mixed, { ...overlay, signedInIsPro: true }).proLessons).toBeUndefined();
  });

  test('course details use their own spelling and carry the outline', () => {
    const closed = {
      summary: '',
      labType: null,
      labUrl: null,
      labProofs: null,
      instructors: [],
      status: 'live' as const,
      language: 'en' as const,
    };
    const details = { ...course, ...closed, progressStatus: 'NOT_STARTED' as const };
    const merged = mergeCourse({ ...details, lessons: [lesson('m', 'module'), lesson('l1'), lesson('l2')] }, overlay);
    expect(merged.progressStatus).toBe('IN_PROGRESS');
    expect(merged.lessons.map((one) => one.isComplete)).toEqual([false, true, false]);
    expect(merged.lessons[2]?.isFavorite).toBe(true);
  });

  test('lessons that the overlay does not know stay as they are', () => {
    expect(mergeLessons([lesson('other')], overlay)).toEqual([lesson('other')]);
  });
});

describe('actions that the server has not acknowledged', () => {
  test('completing a lesson counts at once, and completes the course with the last one', () => {
    const after = withPending(overlay, [event('l2', 'completed')]);
    expect(after.items.c1).toMatchObject({ completedLesson: 2, progressStatus: 'Completed' });
    expect(after.lessons?.l2?.progressStatus).toBe('Completed');
  });

  test('completing what is complete changes nothing', () => {
    expect(withPending(overlay, [event('l1', 'completed')]).items.c1?.completedLesson).toBe(1);
  });

  test('taking a completion back counts down, and opening a completed lesson does not', () => {
    expect(withPending(overlay, [event('l1', 'undone')])).toMatchObject({
      items: { c1: { completedLesson: 0, progressStatus: null } },
      lessons: { l1: { progressStatus: 'In Progress' } },
    });
    expect(withPending(overlay, [event('l1', 'started')]).lessons?.l1?.progressStatus).toBe('Completed');
    expect(withPending(overlay, [event('l2', 'started')]).lessons?.l2?.progressStatus).toBe('In Progress');
  });

  test('a list without lessons never counts past the end', () => {
    const { lessons: _lessons, ...list } = overlay;
    const events = ['a', 'b', 'c'].map((id) => event(id, 'completed'));
    expect(withPending(list, events).items.c1?.completedLesson).toBe(2);
  });

  test('a list without lessons counts a completion and its undoing once each', () => {
    const { lessons: _lessons, ...list } = overlay;
    const counted = (...events: PendingEvent[]) => withPending(list, events).items.c1?.completedLesson;
    expect(counted(event('l2', 'completed'), event('l2', 'undone'))).toBe(1);
    expect(counted(event('l2', 'completed'), event('l2', 'completed'))).toBe(2);
    expect(counted(event('l1', 'undone'))).toBe(0);
    expect(counted(event('l1', 'undone'), event('l1', 'completed'))).toBe(1);
  });

  test('acknowledged, the counts are those of the server', () => {
    const reply = withReply(overlay, { courseId: 'c1', completedLesson: 2, lessonsCount: 2 }, [
      event('l2', 'completed'),
    ]);
    expect(reply.items.c1).toMatchObject({ completedLesson: 2, progressStatus: 'Completed', isFavorite: true });
    expect(reply.lessons?.l2?.progressStatus).toBe('Completed');
  });

  test('new lessons of a finished course count once they are completed', () => {
    const item = { isFavorite: false, locked: null, progressStatus: 'Completed' as const };
    const finished: CachedOverlay = {
      ...{ query: { kind: 'courses' }, favoriteCount: 0 },
      items: { c1: { ...item, completedLesson: 2, lessonsCount: 2, newLessons: 2 } },
    };
    const newIn = (completedLesson: number, lessonsCount: number) =>
      withReply(finished, { courseId: 'c1', completedLesson, lessonsCount }, []).items.c1?.newLessons;
    expect([newIn(3, 3), newIn(4, 4), newIn(1, 4)]).toEqual([1, 0, 0]);
  });

  test('the first action in a course brings the course into lists', () => {
    const reply = withReply(
      { query: { kind: 'courses' }, items: {}, favoriteCount: 0 },
      { courseId: 'c9', completedLesson: 1, lessonsCount: 4 },
      [],
    );
    expect(reply.items.c9).toMatchObject({ completedLesson: 1, lessonsCount: 4, progressStatus: 'In Progress' });
  });
});

describe('a guide as a learner sees it', () => {
  const guide: GuideItem = {
    lessonId: 'g1',
    slug: 'g1',
    title: 'G',
    description: '',
    type: 'article',
    topic: [],
    level: null,
    duration: 0,
    entitlements: { view: ['auth'] },
    progressStatus: 'Not Started',
    isFavorite: false,
    locked: 'auth',
    publishedAt: '2026-11-01T08:00:00.000Z',
  };

  test('opens by being signed in', () => {
    expect(mergeGuideItem(guide, overlay)).toMatchObject({ locked: null, isFavorite: false });
  });

  test('stays locked where membership is needed', () => {
    const pro: GuideItem = { ...guide, entitlements: { view: ['pro'] }, locked: 'pro' };
    const free: Overlay = { ...overlay, viewer: { isPro: false }, signedInIsPro: false };
    expect(mergeGuideItem(pro, free).locked).toBe('pro');
    expect(mergeGuideItem(pro, { ...free, viewer: { isPro: true } }).locked).toBeNull();
  });
});

describe('a guide that was just marked complete', () => {
  const before: CachedOverlay = { items: {}, favoriteCount: 0, query: { kind: 'guides' } };

  test('is completed and stays a favorite, before and after the server has answered', () => {
    const done = withGuideCompleted(before, 'g1');
    expect(done.items.g1).toMatchObject({ progressStatus: 'Completed', isFavorite: false, secondsLeft: 0 });
    const loved = { ...done.items.g1, isFavorite: true, progressStatus: null } as OverlayItem;
    const event = { key: 'k', at: '', lessonId: 'g1', courseId: null, kind: 'completed' } as const;
    expect(withPending({ ...before, items: { g1: loved } }, [event]).items.g1).toMatchObject({
      progressStatus: 'Completed',
      isFavorite: true,
    });
  });

  test('changes nothing where no guides stand', () => {
    const home: CachedOverlay = { ...before, query: { kind: 'home' } };
    expect(withGuideCompleted(home, 'g1')).toBe(home);
  });

  test('on its own page keeps the lock of the body that came with it', () => {
    const guide = { lessonId: 'g1', locked: 'auth', entitlements: { view: ['auth'] }, html: null } as unknown as Guide;
    const merged = mergeGuide(guide, {
      ...withGuideCompleted(before, 'g1'),
      viewer: { isPro: false },
      signedInIsPro: false,
    });
    expect(merged).toMatchObject({ locked: 'auth', progressStatus: 'Completed' });
  });
});

describe('a learning path as a learner sees it', () => {
  const step = {
    type: 'course',
    tenantId: 'spring',
    title: '',
    description: '',
    slug: 'x',
    courseId: null,
    available: true,
  } as const;
  const path: LearningPath = {
    pathId: 'p',
    language: 'en',
    tenantId: 'spring',
    slug: 'p',
    title: 'P',
    description: '',
    level: null,
    topic: [],
    duration: 0,
    lessonsCount: 4,
    isFavorite: false,
    steps: [
      { ...step, id: 'c1' },
      { ...step, id: 'c2' },
      { ...step, type: 'test', id: 'c1' },
    ],
    percent: 0,
    progressStatus: null,
    publishedAt: '2026-11-01T08:00:00.000Z',
    status: 'live',
    summary: '',
    courses: [{ ...course, firstLesson: null }],
  };

  test('is as far as its courses are', () => {
    expect(mergePathItem(path, overlay, overlay)).toMatchObject({ percent: 25, progressStatus: 'In Progress' });
  });

  test('does not count what the academy does not have', () => {
    const steps = path.steps.map((one) => ({ ...one, available: false }));
    expect(mergePathItem({ ...path, steps }, overlay, overlay).percent).toBe(0);
  });

  test('counts a course once that it names twice, and none of another academy', () => {
    const [first] = path.steps;
    expect(mergePathItem({ ...path, steps: first ? [first, first] : [] }, overlay, overlay).percent).toBe(25);
    const steps = path.steps.map((one) => ({ ...one, tenantId: 'kube' }));
    expect(mergePathItem({ ...path, steps }, overlay, overlay).percent).toBe(0);
  });

  test('is a favorite when the overlay of paths says so, whatever its courses are', () => {
    const ofPaths: Overlay = { ...overlay, query: { kind: 'paths' }, favorites: { p: true } };
    expect(mergePathItem(path, overlay, ofPaths).isFavorite).toBe(true);
    expect(mergePathItem(path, ofPaths, overlay).isFavorite).toBe(false);
  });

  test('shows its courses with their own progress', () => {
    expect(mergePath(path, overlay).courses[0]).toMatchObject({ completedLesson: 1, isFavorite: true });
  });
});

describe('a favorite that was changed', () => {
  const ofCourses = { ...overlay, query: { kind: 'courses' } as const };

  test('shows on courses with and without progress, and counts once', () => {
    const off = withFavorite(ofCourses, { kind: 'course', id: 'c1', isFavorite: false });
    expect(mergeCourseItem(course, off).isFavorite).toBe(false);
    expect(off.favoriteCount).toBe(0);
    const on = withFavorite(ofCourses, { kind: 'course', id: 'c2', isFavorite: true });
    const again = withFavorite(on, { kind: 'course', id: 'c2', isFavorite: true });
    expect(mergeCourseItem({ ...course, courseId: 'c2', lessonsCount: 7 }, again)).toMatchObject({
      isFavorite: true,
      lessonsCount: 7,
    });
    expect(again.favoriteCount).toBe(2);
  });

  test("gets the server's number when it has answered", () => {
    const saved = { kind: 'course', id: 'c2', isFavorite: true, favoriteCount: 9 } as const;
    expect(withFavorite(ofCourses, saved).favoriteCount).toBe(9);
  });

  test('of another kind leaves a list unchanged; of a lesson changes its course', () => {
    expect(withFavorite(ofCourses, { kind: 'guide', id: 'c1', isFavorite: false })).toBe(ofCourses);
    const ofCourse = { ...overlay, query: { courseSlug: 'rest' } };
    const { lessons, favoriteCount } = withFavorite(ofCourse, { kind: 'lesson', id: 'l1', isFavorite: true });
    expect(lessons?.l1).toMatchObject({ isFavorite: true, progressStatus: 'Completed' });
    expect(favoriteCount).toBe(1);
  });
});
