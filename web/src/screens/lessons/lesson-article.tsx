import type { Lesson } from '@academy/contract/lessons';
import { formatDuration } from '@academy/contract/rules/duration';
import { BookOpenText, Clock, FlaskConical, ListChecks, UserRound } from 'lucide-react';
import { Fragment, type ReactNode, Suspense } from 'react';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { groupOf, type OutlineGroup, placeOf } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { lockMessage } from '../../lib/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { urls } from '../../urls.ts';
import extras from './lesson-extras.late.module.css';
import css from './lesson-screen.module.css';

/** Most lessons are text. */
const LockPanel = lazyPart(async () => (await import('../../features/access-lock/lock-panel.tsx')).LockPanel, {
  withScreen: false,
});
const VideoBox = lazyPart(async () => (await import('../../features/video/video-box.tsx')).default, {
  withScreen: false,
});

interface LessonArticleProps {
  lesson: Lesson;
  groups: readonly OutlineGroup[];
  /** True while a lesson that was locked for visitors is being fetched for a learner who may read it. */
  isOpening: boolean;
  tools: ReactNode;
}

/** Title, video and text of a lesson, or what opens it. */
export function LessonArticle({ lesson, groups, isOpening, tools }: LessonArticleProps) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = isOpening ? null : lockMessage(lesson.locked, isAuthenticated, tenant);
  return (
    <article className={css.article} aria-busy={isOpening}>
      {tools}
      <LessonHead lesson={lesson} groups={groups} />
      {isOpening && <BodySkeleton />}
      {!isOpening && (lock || lesson.html === null || lesson.type === 'lab') && lesson.summary && (
        <Prose html={lesson.summary} />
      )}
      {lock && (
        <Suspense>
          <LockPanel message={lock} onLogin={goToLogin} />
        </Suspense>
      )}
      {!isOpening && !lock && <Body lesson={lesson} />}
    </article>
  );
}

function LessonHead({ lesson, groups }: { lesson: Lesson; groups: readonly OutlineGroup[] }) {
  const { number, total } = placeOf(groups, lesson.slug);
  const module = groupOf(groups, lesson.slug);
  const duration = formatDuration(lesson.duration);
  return (
    <header className={css.head}>
      <p className={css.kicker}>
        {module?.moduleNumber != null && `Module ${module.moduleNumber} · `}
        {number > 0 && `Lesson ${number} of ${total}`}
      </p>
      <h1 tabIndex={-1}>{lesson.title}</h1>
      <ul className={css.meta}>
        {lesson.html !== null && lesson.readingMinutes > 0 && (
          <li>
            <BookOpenText aria-hidden="true" />
            {lesson.readingMinutes} min read
          </li>
        )}
        {duration && (
          <li>
            <Clock aria-hidden="true" />
            <span className="sr-only">Lesson takes </span>
            {duration}
          </li>
        )}
        {lesson.type === 'lab' && (
          <li>
            <FlaskConical aria-hidden="true" />
            Lab
          </li>
        )}
        {lesson.instructors.length > 0 && (
          <li>
            <UserRound aria-hidden="true" />
            <span>
              {lesson.instructors.map((one, i) => (
                <Fragment key={one.instructorId}>
                  {i > 0 && ', '}
                  <a href={urls.instructor(one.slug)}>{one.name}</a>
                </Fragment>
              ))}
            </span>
          </li>
        )}
      </ul>
    </header>
  );
}

function Body({ lesson }: { lesson: Lesson }) {
  return (
    <>
      {lesson.video && (
        <Suspense fallback={<div className={css.video} />}>
          <VideoBox
            key={lesson.lessonId}
            className={`${css.video} no-print`}
            title={lesson.title}
            video={lesson.video}
          />
        </Suspense>
      )}
      {lesson.type === 'lab' && (
        <Notice icon={<FlaskConical aria-hidden="true" />}>
          The lab of this lesson opens in a later version of the academy.
          {lesson.html !== null && ' Its text is here already, so you can follow the steps on your own machine.'}
        </Notice>
      )}
      {lesson.type === 'knowledge-check' && (
        <Notice icon={<ListChecks aria-hidden="true" />}>
          The questions of this knowledge check open in a later version of the academy.
        </Notice>
      )}
      {lesson.html !== null && <Prose html={lesson.html} />}
      {lesson.links.length > 0 && (
        <section className={extras.extra} aria-labelledby="links">
          <h2 id="links">Links</h2>
          <ul>
            {lesson.links.map(({ text, url }) => (
              <li key={url}>
                <a href={url} {...(url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {lesson.transcript && (
        <details className={extras.extra}>
          <summary>Transcript</summary>
          <Prose html={lesson.transcript} />
        </details>
      )}
    </>
  );
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={css.lab} role="note">
      {icon}
      <p>{children}</p>
    </div>
  );
}

/** The shape of a text that is on its way. */
function BodySkeleton() {
  return (
    <div>
      {['a', 'b', 'c'].map((paragraph) => (
        <Fragment key={paragraph}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="short" />
          <br />
        </Fragment>
      ))}
    </div>
  );
}
