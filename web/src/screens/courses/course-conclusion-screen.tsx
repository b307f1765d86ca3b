import { Suspense, useMemo } from 'react';
import { cachedLessons, prefetchLessons, useLessons } from '../../api/lessons.ts';
import { useMe } from '../../api/people.ts';
import { useCourseOverlay } from '../../api/progress.ts';
import { isCompleted, lessonsDoneText, percentOf, reachPercentOf } from '../../catalogue/course-progress.ts';
import { ProLink } from '../../features/access-lock/pro-link.tsx';
import { CertificateLink } from '../../features/certificates/certificate-link.tsx';
import { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
import { outlineOf, proLessonsIn } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { Share } from '../../features/share/page-actions.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './course-conclusion-screen.module.css';
import { courseTexts } from './course-texts.ts';

/** For those who have completed the course. */
const WhatNext = lazyComponent(
  () => import('./what-next.tsx'),
  ({ WhatNext }) => WhatNext,
);

type Path = '/courses/:slug/:lessonSlug';
/** So many lessons that are left are named; the outline has the rest. */
const MAX_NAMED = 5;

/** `conclusion` is the only second part of a course's address that exists. */
export const status = ({ params }: ScreenContext<Path>) => (params.lessonSlug === 'conclusion' ? 200 : 404);
export const prefetch = ({ client, params }: ScreenContext<Path>) =>
  params.lessonSlug === 'conclusion' ? prefetchLessons(client, params.slug) : Promise.resolve();
export const head = ({ client, params }: ScreenContext<Path>) => {
  const course = cachedLessons(client, params.slug)?.courseTitle;
  return { title: course ? courseTexts.conclusionOf({ course }) : courseTexts.conclusion };
};

/** The end of a course: congratulation and ways on, or what is left to do. */
export default function CourseConclusionScreen({ params: { slug } }: ScreenProps<Path>) {
  const { lessons, courseId, courseTitle, courseConclusion, counts } = useLessons(slug);
  const { completedLesson } = counts;
  const tenant = useTenant();
  const me = useMe();
  const name = me?.firstName;
  const all = useMemo(() => outlineOf(lessons).flatMap((group) => group.lessons), [lessons]);
  const left = all.filter((lesson) => !lesson.done);
  const proLessons = proLessonsIn(all);
  const next = left.find(({ locked }) => locked !== 'pro');
  // The page for visitors lists what is left as well: everything.
  const unfinished = !isCompleted(counts);
  const waiting = useCourseOverlay(slug) === null || me === null ? css.waiting : '';
  return (
    <div className="page">
      <div className={css.stage}>
        <div className={`${css.words} ${waiting}`}>
          <div className={css.top}>
            <p className={css.state}>
              <Ring percent={percentOf(counts)} reach={reachPercentOf({ ...counts, proLessons })} size={48} figure />
              <span>
                <bdi>{courseTitle}</bdi>
                <br />
                {lessonsDoneText(counts)}
              </span>
            </p>
            <Share title={courseTitle} path={urls.course(slug)} />
          </div>
          <h1 tabIndex={-1}>
            {unfinished
              ? completedLesson === 0
                ? courseTexts.notYet
                : completedLesson < left.length
                  ? courseTexts.onYourWay
                  : courseTexts.almostThere
              : name
                ? courseTexts.congratulationsName({ name })
                : courseTexts.congratulations}
          </h1>
          {unfinished ? (
            <div className={css.left}>
              {all.length === 0 ? (
                <p>{courseTexts.noLessons}</p>
              ) : (
                <>
                  <p>
                    {next === undefined
                      ? courseTexts.restNeedsPro({ count: proLessons })
                      : courseTexts.lessonsLeft({ count: left.length })}{' '}
                    {next !== undefined && proLessons > 0 && courseTexts.someNeedPro({ count: proLessons })}
                  </p>
                  <h2>{courseTexts.stillToDo}</h2>
                </>
              )}
              <ul>
                {left.slice(0, MAX_NAMED).map((lesson) => (
                  <li key={lesson.lessonId}>
                    <a href={urls.lesson(slug, lesson.slug)} dir="auto">
                      {lesson.title}
                    </a>
                  </li>
                ))}
              </ul>
              {left.length > MAX_NAMED && (
                <a href={urls.course(slug)}>{courseTexts.moreLeft({ count: left.length - MAX_NAMED })}</a>
              )}
            </div>
          ) : (
            <Prose html={courseConclusion} />
          )}
          <div className={css.actions}>
            {next === undefined && proLessons > 0 && <ProLink look="primary" />}
            {unfinished && next && (
              <LinkButton look="primary" href={urls.lesson(slug, next.slug)}>
                {completedLesson === 0 ? courseTexts.start : courseTexts.continue}
              </LinkButton>
            )}
            {!unfinished && <CertificateLink kind="course" itemId={courseId} />}
            <LinkButton look={unfinished ? 'plain' : 'primary'} href={urls.courses()}>
              {courseTexts.browse}
            </LinkButton>
            <LinkButton href={urls.learningPaths()}>{courseTexts.learningPaths}</LinkButton>
            <LinkButton href={urls.contact()}>{courseTexts.contact}</LinkButton>
          </div>
          <FeedbackButton type="course" id={courseId} courseId={courseId} />
        </div>
        <div className={`${css.art} ${waiting}`}>
          <CoverArt slug={slug} style={tenant.cover} />
        </div>
      </div>
      {!unfinished && (
        <div className={css.next}>
          <Suspense>
            <WhatNext courseSlug={slug} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
