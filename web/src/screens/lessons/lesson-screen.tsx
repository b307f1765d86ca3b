import { nextLesson } from '@academy/contract/rules/lesson-groups';
import { useMemo } from 'react';
import { isStuck, useAttempts } from '../../api/knowledge-checks.ts';
import { cachedLesson, prefetchLesson, prefetchLessons, useLesson, useLessons } from '../../api/lessons.ts';
import { outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { navigate } from '../../navigation/location.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { useCompleteLesson, useLessonOpened, useReadingPlace } from '../../progress/lesson-progress.ts';
import { signInFor } from '../../sign-in/action-after-sign-in.ts';
import { sessionIsStored } from '../../sign-in/stored-tokens.ts';
import { LessonArticle } from './lesson-article.tsx';
import { LessonFrame } from './lesson-frame.tsx';
import { lessonTexts } from './lesson-texts.ts';

type Path = '/courses/:slug/lessons/:lessonSlug';

export const prefetch = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) =>
  Promise.all([prefetchLessons(client, slug), prefetchLesson(client, slug, lessonSlug)]);
export const head = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) => ({
  title: cachedLesson(client, slug, lessonSlug)?.title ?? lessonTexts.lesson,
});

/** A lesson: its text in the frame of its course. */
export default function LessonScreen({ params: { slug, lessonSlug } }: ScreenProps<Path>) {
  const course = useLessons(slug);
  const { lesson, isUnlocking } = useLesson(slug, lessonSlug);
  const groups = useMemo(() => outlineOf(course.lessons), [course.lessons]);
  const isLast = nextLesson(course.lessons, lessonSlug) === null;
  const { lessonId, courseId } = lesson;
  const { complete, undo } = useCompleteLesson(lesson, isLast);
  useLessonOpened(lesson);
  useReadingPlace(slug, lesson);

  const mustPass = lesson.type === 'knowledge-check' && lesson.hasQuestions;
  const isOver = isStuck(useAttempts(mustPass ? lessonId : null));
  const mark = () => {
    if (mustPass) navigate(urls.knowledgeCheck(slug, lessonSlug));
    else if (sessionIsStored()) void complete();
    else signInFor('completion', { lessonId, courseId, isLastLesson: isLast }, lessonTexts.logInToComplete);
  };
  const canMark = lesson.locked === null && !isUnlocking;
  return (
    <LessonFrame
      slug={slug}
      lessonSlug={lessonSlug}
      course={course}
      groups={groups}
      headings={lesson.headings}
      marking={{
        done: lesson.isComplete,
        canMark,
        mark,
        word: isOver ? lessonTexts.seeResult : mustPass ? lessonTexts.takeCheck : lessonTexts.markComplete,
        undo,
      }}
    >
      {(tools) => <LessonArticle {...{ slug, lesson, groups, isUnlocking, isOver, tools }} />}
    </LessonFrame>
  );
}
