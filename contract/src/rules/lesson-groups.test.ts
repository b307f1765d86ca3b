import { expect, it } from 'vitest';
import { groupLessons, nextLesson, previousLesson } from './lesson-groups.ts';

const lesson = (lessonId: string, type = 'article', parentId: string | null = null) => ({
  lessonId,
  slug: lessonId,
  type,
  parentId,
});
const course = [
  lesson('intro'),
  lesson('m1', 'module'),
  lesson('a', 'article', 'm1'),
  lesson('b', 'lab', 'm1'),
  lesson('between'),
  lesson('m2', 'module'),
  lesson('c', 'article', 'm2'),
];

// Shows clauses#outline
it('a module starts a group, its lessons go under it, the rest stay top-level', () => {
  const outline = groupLessons(course).map((g) =>
    g.module ? `${g.moduleNumber} ${g.module.slug}: ${g.lessons.map((l) => l.slug).join(' ')}` : g.lessons[0].slug,
  );
  expect(outline).toEqual(['intro', '1 m1: a b', 'between', '2 m2: c']);
});

it('a lesson whose module comes later or never stays top-level', () => {
  const outline = groupLessons([
    lesson('early', 'article', 'm1'),
    lesson('m1', 'module'),
    lesson('lost', 'article', 'nowhere'),
  ]);
  expect(outline.map((g) => g.module?.slug ?? g.lessons[0]?.slug)).toEqual(['early', 'm1', 'lost']);
});

// Shows clauses#outline
it('the next lesson is the following one that is no module', () => {
  expect(nextLesson(course, 'intro')?.slug).toBe('a');
  expect(nextLesson(course, 'between')?.slug).toBe('c');
  expect(nextLesson(course, 'c')).toBeNull();
  expect(nextLesson(course, 'unknown')).toBeNull();
  expect(previousLesson(course, 'c')?.slug).toBe('between');
  expect(previousLesson(course, 'intro')).toBeNull();
});
