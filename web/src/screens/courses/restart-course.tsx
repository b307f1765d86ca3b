import type { Course } from '@academy/contract/courses';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useCourseOverlay } from '../../api/progress.ts';
import { lessonsText } from '../../catalogue/course-progress.ts';
import { addToast } from '../../lib/toasts.ts';
import { useRestartCourse } from '../../progress/restart-course.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Restarts a course that the learner has started, after a confirmation. */
export function RestartCourse({ course }: { course: Course }) {
  const overlay = useCourseOverlay(course.slug);
  const [isAsking, setIsAsking] = useState(false);
  const { restart, isRunning } = useRestartCourse(course.courseId);
  const states = Object.values(overlay?.lessons ?? {}).map(({ progressStatus }) => progressStatus);
  const isBegun = states.some((status) => status === 'Completed' || status === 'In Progress');
  if (!isBegun) return null;
  const completed = overlay?.items[course.courseId]?.completedLesson ?? 0;
  const close = () => setIsAsking(false);
  const go = async () => {
    if (!(await restart())) return;
    close();
    addToast({ type: 'success', message: 'The course begins anew.' });
  };
  return (
    <section>
      <h2>Your progress</h2>
      <Button onClick={() => setIsAsking(true)}>
        <RotateCcw aria-hidden="true" />
        Restart course
      </Button>
      <Modal
        open={isAsking}
        title="Restart this course?"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" data-first disabled={isRunning} onClick={() => void go()}>
              Restart course
            </Button>
          </>
        }
      >
        <p>
          {completed > 0
            ? `${lessonsText(completed)} that you completed will count as not started again, and so will those you opened.`
            : 'The lessons that you opened will count as not started again.'}
        </p>
        <p>
          What you did before stays on record, and so do your best results in knowledge checks. This cannot be undone.
        </p>
      </Modal>
    </section>
  );
}
