import { useDue } from '../../api/assignments.ts';
import { DueEntry } from '../../features/due/due-entry.tsx';
import { dueTexts } from '../../features/due/due-texts.ts';

/** When the course is due for the learner; nothing where it is not assigned. */
export function CourseDue({ courseId }: { courseId: string }) {
  const due = useDue().data?.find(({ kind, itemId }) => kind === 'course' && itemId === courseId);
  if (due === undefined) return null;
  return (
    <section>
      <h2>{dueTexts.title}</h2>
      <DueEntry due={due} />
    </section>
  );
}
