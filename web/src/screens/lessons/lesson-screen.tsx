import { nextLesson, previousLesson } from '@academy/contract/rules/lesson-groups';
import { ListTree, Text } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  cachedLesson,
  prefetchLesson,
  prefetchLessons,
  useCompleteLesson,
  useLesson,
  useLessonOpened,
  useLessons,
} from '../../api/lessons.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { navigate } from '../../lib/location.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import { CourseHead } from './course-head.tsx';
import { LessonArticle } from './lesson-article.tsx';
import extras from './lesson-extras.late.module.css';
import { LessonFoot } from './lesson-foot.tsx';
import type { LessonAction } from './lesson-keys.ts';
import css from './lesson-screen.module.css';
import type { Sheet } from './lesson-sheets.tsx';

type Path = '/courses/:slug/lessons/:lessonSlug';

/** The server has rendered these; their code comes after the text. */
const parts = () => import('./lesson-parts.tsx');
const LessonOutline = lazyPart(async () => (await parts()).LessonOutline);
const Headings = lazyPart(async () => (await parts()).Headings);
const LessonKeys = lazyPart(async () => (await parts()).LessonKeys);
const LessonSheets = lazy(() => import('./lesson-sheets.tsx'));

export const prefetch = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) =>
  Promise.all([prefetchLessons(client, slug), prefetchLesson(client, slug, lessonSlug)]);
export const head = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) => ({
  title: cachedLesson(client, slug, lessonSlug)?.title ?? 'Lesson',
});

/** The heart of the academy: outline, text, contents of the page, and the foot that turns the page. */
export default function LessonScreen({ params: { slug, lessonSlug } }: ScreenProps<Path>) {
  const { lessons, courseTitle, completedLesson } = useLessons(slug);
  const { lesson, isOpening } = useLesson(slug, lessonSlug);
  const { isAuthenticated } = useSession();
  const groups = useMemo(() => outlineOf(lessons), [lessons]);
  const previous = previousLesson(lessons, lessonSlug);
  const following = nextLesson(lessons, lessonSlug);
  const { complete, undo } = useCompleteLesson(lesson, following === null);
  const [opened, setOpened] = useState<{ sheet: Sheet; at: string } | null>(null);
  useLessonOpened(lesson);

  // A sheet belongs to the lesson on which it was opened.
  const sheet = opened?.at === lessonSlug ? opened.sheet : null;
  const openSheet = (name: Sheet) => setOpened({ sheet: name, at: lessonSlug });
  const close = () => setOpened(null);
  const hrefOf = (one: string) => urls.lesson(slug, one);
  const next = following
    ? { word: 'Next', title: following.title, href: hrefOf(following.slug) }
    : { word: 'Finish', title: 'Conclusion', href: urls.courseConclusion(slug) };
  const mark = () => {
    if (isAuthenticated) void complete();
    else goToLogin();
  };
  const canMark = lesson.locked === null && !isOpening;

  const act = (action: LessonAction) => {
    if (action === 'next') navigate(next.href);
    else if (action === 'previous' && previous) navigate(hrefOf(previous.slug));
    else if (action === 'complete' && canMark && !lesson.isComplete) mark();
    else if (action === 'help') openSheet('keys');
  };

  const lessonsCount = lessons.filter((one) => one.type !== 'module').length;
  const course = <CourseHead slug={slug} title={courseTitle} counts={{ completedLesson, lessonsCount }} />;
  const outline = (
    <Suspense>
      <LessonOutline groups={groups} current={lessonSlug} hrefOf={hrefOf} />
    </Suspense>
  );
  return (
    <div className={css.lesson}>
      <div className={extras.line} aria-hidden="true" />
      <nav className={`${css.side} no-print`} aria-label="Course outline" data-scroll>
        {course}
        {outline}
      </nav>
      <LessonArticle
        lesson={lesson}
        groups={groups}
        isOpening={isOpening}
        tools={
          <div className={`${css.tools} no-print`}>
            <Button onClick={() => openSheet('outline')}>
              <ListTree aria-hidden="true" />
              Outline
            </Button>
            {lesson.headings.length > 1 && (
              <Button onClick={() => openSheet('headings')}>
                <Text aria-hidden="true" />
                On this page
              </Button>
            )}
          </div>
        }
      />
      {lesson.headings.length > 1 && (
        <nav className={`${css.toc} no-print`} aria-labelledby="on-this-page">
          <p id="on-this-page" className={css.tocTitle}>
            On this page
          </p>
          <Suspense>
            <Headings headings={lesson.headings} />
          </Suspense>
        </nav>
      )}
      <LessonFoot
        previous={previous && { title: previous.title, href: hrefOf(previous.slug) }}
        next={next}
        done={lesson.isComplete}
        canMark={canMark}
        onMark={mark}
        onUndo={undo}
      />
      <Suspense>
        <LessonKeys act={act} />
      </Suspense>
      <p className="sr-only" role="status">
        {lesson.isComplete ? 'Lesson completed' : ''}
      </p>
      {sheet !== null && (
        <Suspense>
          <LessonSheets sheet={sheet} outline={outline} course={course} headings={lesson.headings} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
