import type { CourseItem } from '@academy/contract/courses';
import type { LearningPath, PathStep } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { BookOpen, ChartNoAxesColumnIncreasing, Check, Clock, LockKeyhole } from 'lucide-react';
import { cachedLearningPath, prefetchLearningPath, useLearningPath } from '../../api/learning-paths.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { isCompleted, lessonsDoneText, lessonsText, percentOf } from '../../lib/course-progress.ts';
import { lockMessage } from '../../lib/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Tag } from '../../ui/tag.tsx';
import { urls } from '../../urls.ts';
import css from './learning-path-screen.module.css';
import { stepsText } from './steps-text.ts';

type Path = '/paths/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchLearningPath(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const path = cachedLearningPath(client, params.slug);
  return { title: path?.title ?? 'Learning Path', description: path?.description ?? '' };
};

/** One learning path: what it is about, and its steps as a route from top to bottom. */
export default function LearningPathScreen({ params: { slug } }: ScreenProps<Path>) {
  const path = useLearningPath(slug);
  const tenant = useTenant();
  const courses = new Map(path.courses.map((course) => [course.courseId, course]));
  return (
    <div className="page">
      <header className={css.hero}>
        <div>
          <p className={css.crumb}>
            <a href={urls.learningPaths()}>Learning paths</a>
          </p>
          <h1 tabIndex={-1}>{path.title}</h1>
          <p className={css.lead}>{path.description}</p>
          <Facts path={path} />
          <Go path={path} />
        </div>
        <div className={`${css.art} no-print`}>
          <CoverArt slug={path.slug} style={tenant.cover} />
        </div>
      </header>
      {path.summary && (
        <section className={css.about} aria-label="About this learning path">
          <Prose html={path.summary} />
        </section>
      )}
      <section aria-labelledby="steps">
        <h2 id="steps" className={css.steps}>
          Steps
        </h2>
        <ol className={css.route}>
          {path.steps.map((step, index) => (
            <li key={`${step.type} ${step.id}`} className={step.available ? css.step : `${css.step} ${css.absent}`}>
              <Step step={step} number={index + 1} course={courses.get(step.id) ?? null} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Facts({ path }: { path: LearningPath }) {
  const duration = formatDuration(path.duration);
  return (
    <ul className={css.facts}>
      {path.level && (
        <li>
          <ChartNoAxesColumnIncreasing aria-hidden="true" />
          {titleOfOption(normaliseOption(path.level))}
        </li>
      )}
      <li>
        <BookOpen aria-hidden="true" />
        {stepsText(path.steps)}
      </li>
      {duration && (
        <li>
          <Clock aria-hidden="true" />
          {duration}
        </li>
      )}
    </ul>
  );
}

/** The way to the first course that is not finished. Its height is reserved, because progress arrives after the page. */
function Go({ path }: { path: LearningPath }) {
  const next = path.courses.find((course) => !isCompleted(course)) ?? path.courses[0];
  return (
    <div className={css.go}>
      {next && (
        <LinkButton look="primary" href={urls.course(next.slug)}>
          {path.percent === 0 ? 'Start with step 1' : path.percent === 100 ? 'Look at it again' : 'Go on'}
        </LinkButton>
      )}
      {path.percent > 0 && (
        <p className={css.done}>
          <Ring percent={path.percent} size={44} figure label={`${path.percent} percent`} />
          of {lessonsText(path.lessonsCount)}
        </p>
      )}
    </div>
  );
}

function Step({ step, number, course }: { step: PathStep; number: number; course: CourseItem | null }) {
  const done = course !== null && isCompleted(course);
  return (
    <>
      <span className={css.mark} aria-hidden="true">
        {done ? <Check /> : number}
      </span>
      <div className={css.card}>
        <h3>{step.available && step.slug !== null ? <a href={urls.course(step.slug)}>{step.title}</a> : step.title}</h3>
        {!step.available ? (
          <p className={css.meta}>Not available in this academy yet</p>
        ) : course !== null ? (
          <CourseFacts course={course} />
        ) : (
          <p className={css.meta}>Exam</p>
        )}
        {step.description && <p className={css.text}>{step.description}</p>}
      </div>
    </>
  );
}

function CourseFacts({ course }: { course: CourseItem }) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = lockMessage(course.locked, isAuthenticated, tenant);
  const duration = formatDuration(course.duration);
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
      {course.completedLesson > 0 && (
        <Ring percent={percentOf(course)} size={22} label={`${percentOf(course)} percent`} />
      )}
    </p>
  );
}
