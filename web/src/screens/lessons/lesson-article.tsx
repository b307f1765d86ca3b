import type { Lesson } from '@academy/contract/lessons';
import { formatDuration } from '@academy/contract/rules/duration';
import { BookOpen, Clock, FlaskConical, UserRound } from 'lucide-react';
import { Fragment, type ReactNode, Suspense } from 'react';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { groupOf, type OutlineGroup, placeOf } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { ProseSkeleton } from '../../features/prose/prose-skeleton.tsx';
import { PageActions } from '../../features/share/page-actions.tsx';
import { langOf } from '../../lib/lang-of.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { Further } from './further.tsx';
import own from './lesson-article.module.css';
import extras from './lesson-extras.module.css';
import css from './lesson-screen.module.css';
import { lessonTexts } from './lesson-texts.ts';
import LessonVideo from './lesson-video.tsx';

interface LessonArticleProps {
  /** Of the course. */
  slug: string;
  lesson: Lesson;
  groups: readonly OutlineGroup[];
  /** True while a lesson that was rendered locked is being refetched for a learner who may read it. */
  isUnlocking: boolean;
  /** True when the learner's only attempt at the questions did not pass. */
  isOver: boolean;
  tools: ReactNode;
}

/** Title, video and text of a lesson, or what opens it. */
export function LessonArticle({ slug, lesson, groups, isUnlocking, isOver, tools }: LessonArticleProps) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = isUnlocking ? null : lockMessage(lesson.locked, isAuthenticated, tenant);
  return (
    <article className={css.article} aria-busy={isUnlocking}>
      {tools}
      <div className={own.actions}>
        <PageActions kind="lesson" id={lesson.lessonId} title={lesson.title} courseSlug={slug} />
      </div>
      <LessonHead lesson={lesson} groups={groups} />
      <OriginalNote language={lesson.language} />
      {isUnlocking && <ProseSkeleton />}
      {!isUnlocking && (lock || lesson.html === null || lesson.type === 'lab') && lesson.summary && (
        <Prose html={lesson.summary} language={lesson.language} />
      )}
      {lock && <LockPanel message={lock} onLogin={goToLogin} />}
      {!isUnlocking && !lock && <Body slug={slug} lesson={lesson} isOver={isOver} />}
      <FeedbackButton type="lesson" id={lesson.lessonId} courseId={lesson.courseId} />
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
        {module?.moduleNumber != null && `${lessonTexts.moduleOf({ module: module.moduleNumber })} · `}
        {number > 0 && lessonTexts.lessonOf({ number, total })}
      </p>
      <h1 tabIndex={-1} dir="auto" lang={langOf(lesson.language)}>
        {lesson.title}
      </h1>
      <ul className={css.meta}>
        {lesson.html !== null && lesson.readingMinutes > 0 && (
          <li>
            <BookOpen aria-hidden="true" />
            {lessonTexts.readingTime({ readingMinutes: lesson.readingMinutes })}
          </li>
        )}
        {duration && (
          <li>
            <Clock aria-hidden="true" />
            <span className="sr-only">{lessonTexts.duration} </span>
            {duration}
          </li>
        )}
        {lesson.type === 'lab' && (
          <li>
            <FlaskConical aria-hidden="true" />
            {lessonTexts.lab}
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

function Body({ slug, lesson, isOver }: Pick<LessonArticleProps, 'slug' | 'lesson' | 'isOver'>) {
  return (
    <>
      {lesson.video && (
        <Suspense fallback={<div className={own.video} />}>
          <LessonVideo
            key={lesson.lessonId}
            className={`${own.video} no-print`}
            slug={slug}
            lesson={{ ...lesson, video: lesson.video }}
          />
        </Suspense>
      )}
      {(lesson.type === 'lab' || lesson.hasQuestions) && <Further slug={slug} lesson={lesson} isOver={isOver} />}
      {lesson.html !== null && <Prose html={lesson.html} language={lesson.language} />}
      {lesson.links.length > 0 && (
        <section className={extras.extra} aria-labelledby="links">
          <h2 id="links">{lessonTexts.links}</h2>
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
          <summary>{lessonTexts.transcript}</summary>
          <Prose html={lesson.transcript} language={lesson.language} />
        </details>
      )}
    </>
  );
}
