import { nextLesson, previousLesson } from '@academy/contract/rules/lesson-groups';
import { ListTree, Text } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { CountedLessons } from '../../api/lessons.ts';
import { LessonOutline } from '../../features/lesson-outline/lesson-outline.tsx';
import { type OutlineGroup, proLessonsIn } from '../../features/lesson-outline/outline-view.ts';
import type { Heading } from '../../features/on-this-page/on-this-page.tsx';
import { Headings } from '../../features/on-this-page/on-this-page.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { CourseHead } from './course-head.tsx';
import extras from './lesson-extras.module.css';
import { LessonFoot, type Marking } from './lesson-foot.tsx';
import type { LessonAction } from './lesson-keys.ts';
import { LessonKeys } from './lesson-keys-listener.tsx';
import css from './lesson-screen.module.css';
import type { Sheet } from './lesson-sheets.tsx';
import { lessonTexts } from './lesson-texts.ts';
import { ProgressSaved } from './progress-saved.tsx';

const LessonSheets = lazyComponent(
  () => import('./lesson-sheets.tsx'),
  (file) => file.default,
);

interface LessonFrameProps {
  slug: string;
  lessonSlug: string;
  course: Pick<CountedLessons, 'lessons' | 'courseTitle' | 'counts'>;
  groups: readonly OutlineGroup[];
  headings: readonly Heading[];
  /** Null on a page that belongs to a lesson but is not the lesson itself. */
  marking: Marking | null;
  /** The text, with the buttons that narrow screens need above it. */
  children: (tools: ReactNode) => ReactNode;
}

/** The frame of a lesson: outline, contents of the page, and the foot with the links to other lessons. */
export function LessonFrame({ slug, lessonSlug, course, groups, headings, marking, children }: LessonFrameProps) {
  const { lessons, courseTitle, counts } = course;
  const previous = previousLesson(lessons, lessonSlug);
  const following = nextLesson(lessons, lessonSlug);
  const [opened, setOpened] = useState<{ sheet: Sheet; at: string } | null>(null);

  // A sheet belongs to the lesson on which it was opened.
  const sheet = opened?.at === lessonSlug ? opened.sheet : null;
  const openSheet = (name: Sheet) => setOpened({ sheet: name, at: lessonSlug });
  const close = () => setOpened(null);
  const hrefOf = (one: string) => urls.lesson(slug, one);
  const next = following
    ? { word: lessonTexts.next, title: following.title, href: hrefOf(following.slug) }
    : { word: lessonTexts.finish, title: lessonTexts.conclusion, href: urls.courseConclusion(slug) };

  const act = (action: LessonAction) => {
    if (action === 'next') navigate(next.href);
    else if (action === 'previous' && previous) navigate(hrefOf(previous.slug));
    else if (action === 'complete' && marking?.canMark && !marking.done) marking.mark();
    else if (action === 'help') openSheet('keys');
  };

  const proLessons = proLessonsIn(groups.flatMap((group) => group.lessons));
  const courseHead = <CourseHead slug={slug} title={courseTitle} counts={{ ...counts, proLessons }} />;
  const outline = <LessonOutline groups={groups} current={lessonSlug} hrefOf={hrefOf} />;
  return (
    <div className={css.lesson}>
      <div className={extras.line} aria-hidden="true" />
      <nav className={`${css.side} no-print`} aria-label={lessonTexts.courseOutline} data-scroll>
        {courseHead}
        {outline}
      </nav>
      {children(
        <div className={`${css.tools} no-print`}>
          <Button onClick={() => openSheet('outline')}>
            <ListTree aria-hidden="true" />
            {lessonTexts.outline}
          </Button>
          {headings.length > 1 && (
            <Button onClick={() => openSheet('headings')}>
              <Text aria-hidden="true" />
              {lessonTexts.onThisPage}
            </Button>
          )}
        </div>,
      )}
      {headings.length > 1 && (
        <nav className={`${css.toc} no-print`} aria-labelledby="on-this-page">
          <p id="on-this-page" className={css.tocTitle}>
            {lessonTexts.onThisPage}
          </p>
          <Headings headings={headings} />
        </nav>
      )}
      <LessonFoot
        previous={previous && { title: previous.title, href: hrefOf(previous.slug) }}
        next={next}
        marking={marking}
        saving={marking && <ProgressSaved />}
      />
      <LessonKeys act={act} />
      {sheet !== null && (
        <Suspense>
          <LessonSheets sheet={sheet} outline={outline} course={courseHead} headings={headings} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
