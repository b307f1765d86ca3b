import type { LessonItem } from '@academy/contract/lessons';
import { expect, test } from 'vitest';
import {
  firstToDo,
  groupOf,
  lessonsIn,
  type OutlineGroup,
  outlineOf,
  placeOf,
  proLessonsIn,
  renderedLessons,
} from './outline-view.ts';

function aLesson(slug: string, more: Partial<LessonItem> = {}): LessonItem {
  return {
    lessonId: `id-${slug}`,
    courseId: 'course',
    slug,
    title: slug,
    type: 'article',
    orderColumn: 10,
    duration: 60,
    status: 'live',
    parentId: null,
    isComplete: false,
    progressStatus: null,
    entitlements: { view: [] },
    summary: '',
    settings: { manualCompletion: true },
    isFavorite: false,
    instructors: [],
    locked: null,
    ...more,
  };
}

const lessons = [
  aLesson('welcome'),
  aLesson('hello'),
  aLesson('one', { type: 'module', duration: 120 }),
  aLesson('a', { parentId: 'id-one', duration: 90 }),
  aLesson('b', { parentId: 'id-one', locked: 'pro' }),
  aLesson('two', { type: 'module' }),
  aLesson('c', { parentId: 'id-two' }),
  aLesson('goodbye'),
];

test('modules are numbered from 1 and lessons between them stand together', () => {
  const groups = outlineOf(lessons);
  expect(groups.map((group) => [group.moduleNumber, group.lessons.map((lesson) => lesson.slug)])).toEqual([
    [null, ['welcome', 'hello']],
    [1, ['a', 'b']],
    [2, ['c']],
    [null, ['goodbye']],
  ]);
  expect(groups[1]?.duration).toBe(150);
});

test('a learner sees what is done, begun and locked', () => {
  const own = [
    aLesson('a', { isComplete: true, progressStatus: 'Completed' }),
    aLesson('b', { progressStatus: 'In Progress' }),
    aLesson('c', { locked: 'pro' }),
  ];
  const [group] = outlineOf(own);
  expect(group?.done).toBe(1);
  expect(group?.lessons.map(({ done, started, locked }) => ({ done, started, locked }))).toEqual([
    { done: true, started: false, locked: null },
    { done: false, started: true, locked: null },
    { done: false, started: false, locked: 'pro' },
  ]);
});

test('the outline knows the place of a lesson', () => {
  const groups = outlineOf(lessons);
  expect(placeOf(groups, 'b')).toEqual({ number: 4, total: 6 });
  expect(groupOf(groups, 'c')?.moduleNumber).toBe(2);
  expect(groupOf(groups, 'nowhere')).toBeNull();
});

test('the way on leads to the first lesson that is not done', () => {
  expect(firstToDo(outlineOf(lessons))?.slug).toBe('welcome');
  const begun = lessons.map((lesson, i) => ({ ...lesson, isComplete: i < 2 }));
  expect(firstToDo(outlineOf(begun))?.slug).toBe('a');
  expect(firstToDo([])).toBeNull();
});

test('the way on passes lessons that need Pro, and counts them', () => {
  const own = [aLesson('a', { isComplete: true }), aLesson('b', { locked: 'pro' }), aLesson('c')];
  expect(firstToDo(outlineOf(own))?.slug).toBe('c');
  expect(firstToDo(outlineOf(own.slice(0, 2)))?.slug).toBe('b');
  const lapsed = [...own, aLesson('d', { isComplete: true, locked: 'pro' })];
  expect(proLessonsIn(outlineOf(lapsed).flatMap(({ lessons }) => lessons))).toBe(1);
});

test('closed modules of a long course are rendered by their first lesson', () => {
  const groups = outlineOf(lessons);
  const [, group] = groups;
  const slugsOf = (isOpen: boolean, total: number) =>
    renderedLessons(group as OutlineGroup, isOpen, total).map(({ slug }) => slug);
  expect(lessonsIn(groups)).toBe(6);
  expect(slugsOf(false, 6)).toEqual(['a', 'b']);
  expect(slugsOf(true, 600)).toEqual(['a', 'b']);
  expect(slugsOf(false, 600)).toEqual(['a']);
});
