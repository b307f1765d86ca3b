import { Circle, CircleDot, LockKeyhole } from 'lucide-react';
import { Ring } from '../../ui/ring.tsx';
import { outlineTexts } from './outline-texts.ts';
import type { OutlineLesson } from './outline-view.ts';

/** The status icon of a lesson: done, locked, started or to do, with a word for screen readers. */
export function LessonMark({ lesson }: { lesson: OutlineLesson }) {
  if (lesson.done) return <Ring percent={100} label={outlineTexts.completed} />;
  if (lesson.locked) return <LockKeyhole role="img" aria-hidden="false" aria-label={outlineTexts.locked} />;
  return lesson.started ? (
    <CircleDot role="img" aria-hidden="false" aria-label={outlineTexts.inProgress} />
  ) : (
    <Circle aria-hidden="true" opacity="0.45" />
  );
}
