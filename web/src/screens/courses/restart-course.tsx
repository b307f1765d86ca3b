import { progressOption } from '@academy/contract/rules/filters';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { OutlinedCourse } from '../../api/courses.ts';
import { useCourseOverlay } from '../../api/progress.ts';
import { addToast } from '../../lib/toasts.ts';
import { useRestartCourse } from '../../progress/restart-course.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { courseTexts } from './course-texts.ts';

/** Restarts a course that the learner has started, after a confirmation. */
export function RestartCourse({ course }: { course: OutlinedCourse }) {
  const overlay = useCourseOverlay(course.slug);
  const [isAsking, setIsAsking] = useState(false);
  const { restart, isRunning } = useRestartCourse(course);
  const states = Object.values(overlay?.lessons ?? {}).map(({ progressStatus }) => progressStatus);
  const isBegun = states.some((progressStatus) => progressOption({ progressStatus }) !== 'not-started');
  if (!isBegun) return null;
  const completed = overlay?.items[course.courseId]?.completedLesson ?? 0;
  const close = () => setIsAsking(false);
  const go = async () => {
    if (!(await restart())) return;
    close();
    addToast({ type: 'success', message: courseTexts.restarted });
  };
  return (
    <section>
      <h2>{courseTexts.progress}</h2>
      <Button onClick={() => setIsAsking(true)}>
        <RotateCcw aria-hidden="true" />
        {courseTexts.restart}
      </Button>
      <Modal
        open={isAsking}
        title={courseTexts.restartTitle}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{courseTexts.cancel}</Button>
            <Button look="primary" data-first disabled={isRunning} onClick={() => void go()}>
              {courseTexts.restart}
            </Button>
          </>
        }
      >
        <p>{completed > 0 ? courseTexts.restartCompleted({ count: completed }) : courseTexts.restartOpened}</p>
        <p>{courseTexts.restartKeeps}</p>
      </Modal>
    </section>
  );
}
