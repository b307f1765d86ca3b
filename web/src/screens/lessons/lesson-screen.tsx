import { nextLesson, previousLesson } from '@academy/contract/rules/lesson-groups';
import { ListTree, Text } from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { LessonOutline } from '../../features/lesson-outline/lesson-outline.tsx';
import { outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { navigate } from '../../lib/location.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { urls } from '../../urls.ts';
import { CourseHead } from './course-head.tsx';
import { LessonArticle } from './lesson-article.tsx';
import { LessonFoot } from './lesson-foot.tsx';
import { LESSON_KEYS } from './lesson-keys.ts';
import css from './lesson-screen.module.css';
import { Headings, useCurrentHeading } from './on-this-page.tsx';
import { useLessonKeys } from './use-lesson-keys.ts';

type Path = '/courses/:slug/lessons/:lessonSlug';
type Sheet = 'outline' | 'headings' | 'keys';

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
  const current = useCurrentHeading(lesson.headings);
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

  useLessonKeys((action) => {
    if (action === 'next') navigate(next.href);
    else if (action === 'previous' && previous) navigate(hrefOf(previous.slug));
    else if (action === 'complete' && canMark && !lesson.isComplete) mark();
    else if (action === 'help') openSheet('keys');
  });

  const lessonsCount = lessons.filter((one) => one.type !== 'module').length;
  const course = <CourseHead slug={slug} title={courseTitle} counts={{ completedLesson, lessonsCount }} />;
  const outline = <LessonOutline groups={groups} current={lessonSlug} hrefOf={hrefOf} />;
  return (
    <div className={css.lesson}>
      <div className={css.line} aria-hidden="true" />
      <nav className={css.side} aria-label="Course outline" data-scroll>
        {course}
        {outline}
      </nav>
      <LessonArticle
        lesson={lesson}
        groups={groups}
        isOpening={isOpening}
        tools={
          <div className={css.tools}>
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
        <nav className={css.toc} aria-labelledby="on-this-page">
          <p id="on-this-page" className={css.tocTitle}>
            On this page
          </p>
          <Headings headings={lesson.headings} current={current} />
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
      <p className="sr-only" role="status">
        {lesson.isComplete ? 'Lesson completed' : ''}
      </p>
      <Modal open={sheet === 'outline'} sheet="left" title="Outline" onClose={close}>
        <nav aria-label="Course outline">
          {course}
          {outline}
        </nav>
      </Modal>
      <Modal open={sheet === 'headings'} sheet="right" title="On this page" onClose={close}>
        <Headings headings={lesson.headings} current={current} onFollow={close} />
      </Modal>
      <Modal open={sheet === 'keys'} title="Keyboard shortcuts" onClose={close}>
        <dl className={css.keys}>
          {LESSON_KEYS.map(({ key, title }) => (
            <Shortcut key={key} name={key} title={title} />
          ))}
        </dl>
      </Modal>
    </div>
  );
}

function Shortcut({ name, title }: { name: string; title: string }) {
  return (
    <>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{title}</dd>
    </>
  );
}
