import type { LessonItem } from '@academy/contract/lessons';
import type { LessonOverlayItem } from '@academy/contract/progress';

/** What pages show of a lesson among others, and what a learner's state changes of it. */
const FIELDS = [
  ...(['lessonId', 'slug', 'title', 'type', 'duration', 'parentId'] as const),
  ...(['isComplete', 'progressStatus', 'locked'] as const),
];

export type LessonRow = Pick<LessonItem, (typeof FIELDS)[number]> & Pick<LessonOverlayItem, 'news'>;

/** A reply that lists lessons, as far as pages read it. */
export type WithRows<Reply, Row extends LessonRow = LessonRow> = Omit<Reply, 'lessons'> & { lessons: Row[] };

/** A lesson without the fields that no outline shows. */
export const asRow = (lesson: LessonRow): LessonRow =>
  Object.fromEntries(FIELDS.map((field) => [field, lesson[field]])) as unknown as LessonRow;
