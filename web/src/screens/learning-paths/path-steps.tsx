import type { CourseItem } from '@academy/contract/courses';
import type { LearningPath, PathStep } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { titleOfOption } from '@academy/contract/rules/option-names';
import { Check, LockKeyhole } from 'lucide-react';
import { useOverlay } from '../../api/progress.ts';
import { courseHref } from '../../catalogue/course-href.ts';
import {
  hasLessonsLeft,
  hasReachLeft,
  lessonsDoneText,
  lessonsText,
  percentOf,
  reachPercentOf,
  reachText,
} from '../../catalogue/course-progress.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { CertificateLink } from '../../features/certificates/certificate-link.tsx';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Ring } from '../../ui/ring.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './learning-path-screen.module.css';
import { learningPathTexts } from './learning-path-texts.ts';
import { type StepState, stepState } from './step-state.ts';

/** The steps of a path as a route from top to bottom, each with its state. */
export function PathSteps({ path }: { path: LearningPath }) {
  const overlay = useOverlay('courses');
  const courses = new Map(path.courses.map((course) => [course.courseId, course]));
  const next = path.courses.find(hasReachLeft) ?? path.courses.find(hasLessonsLeft);
  if (path.steps.length === 0) return <p>{learningPathTexts.stepsComing}</p>;
  return (
    <>
      <ol className={css.route}>
        {path.steps.map((step, index) => {
          const course = step.type === 'course' ? (courses.get(step.id) ?? null) : null;
          const taken = step.courseId === null ? null : (overlay?.items[step.courseId] ?? null);
          const state = stepState(step, course ?? taken, overlay?.items[step.id]?.continueAt != null);
          const isNext = overlay !== null && next !== undefined && course === next;
          return (
            <li
              // A path may name a course twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the steps is fixed
              key={index}
              className={[css.step, state === 'missing' && css.absent, isNext && css.next].filter(Boolean).join(' ')}
              aria-current={isNext ? 'step' : undefined}
            >
              <Step step={step} number={index + 1} course={course} state={state} />
            </li>
          );
        })}
      </ol>
      {path.percent === 100 && (
        <p className={`${css.go} no-print`}>
          {learningPathTexts.isCompleted}
          <CertificateLink kind="path" itemId={path.pathId} />
        </p>
      )}
    </>
  );
}

interface StepProps {
  step: PathStep;
  number: number;
  course: CourseItem | null;
  state: StepState;
}

function Step({ step, number, course, state }: StepProps) {
  const tenant = useTenant();
  const config = useConfig();
  const { slug } = step;
  const href = state === 'missing' || slug === null ? null : courseHref({ ...step, slug }, tenant, config);
  return (
    <>
      <span className={css.mark} aria-hidden="true">
        {state === 'completed' ? <Check /> : number}
      </span>
      <div className={css.card}>
        <h3 dir="auto">{href === null ? step.title : <a href={href}>{step.title}</a>}</h3>
        {course === null ? (
          <p className={css.meta}>{wordsOf(step, state)}</p>
        ) : (
          <CourseFacts course={course} state={state} />
        )}
        {step.description && (
          <p className={css.text} dir="auto">
            {step.description}
          </p>
        )}
      </div>
    </>
  );
}

/** What there is to know of a step that is no course of this academy. */
function wordsOf({ tenantId, type, courseId }: PathStep, state: StepState): string {
  if (type === 'test' && courseId !== null)
    return learningPathTexts[state === 'completed' ? 'examPassed' : state === 'in-progress' ? 'examBegun' : 'examHere'];
  if (state === 'elsewhere') return learningPathTexts.courseElsewhere({ academy: titleOfOption(tenantId) });
  return state === 'exam' ? learningPathTexts.examElsewhere : learningPathTexts.missing;
}

function CourseFacts({ course, state }: { course: CourseItem; state: StepState }) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = lockMessage(course.locked, isAuthenticated, tenant);
  const duration = formatDuration(course.duration);
  const reach = reachText(course);
  return (
    <p className={css.meta}>
      <span>{course.completedLesson > 0 ? lessonsDoneText(course) : lessonsText(course.lessonsCount)}</span>
      {duration && <span>{duration}</span>}
      {lock && (
        <Tag>
          <LockKeyhole aria-hidden="true" />
          {lock.word}
        </Tag>
      )}
      {reach && <span>{reach}</span>}
      {course.completedLesson > 0 && <Ring percent={percentOf(course)} reach={reachPercentOf(course)} size={22} />}
      {isAuthenticated && (state === 'completed' || state === 'in-progress' || state === 'not-started') && (
        <span>{learningPathTexts[state]}</span>
      )}
    </p>
  );
}
