import type { KnowledgeCheck } from '@academy/contract/knowledge-checks';
import * as attempts from '@academy/contract/rules/attempt-rules';
import { formatDuration } from '@academy/contract/rules/duration';
import { ListChecks } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { prefetchKnowledgeCheck, useKnowledgeCheck } from '../../api/knowledge-checks.ts';
import { cachedLessons, prefetchLessons, useLessons } from '../../api/lessons.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { ProseSkeleton } from '../../features/prose/prose-skeleton.tsx';
import { joined } from '../../i18n/joined.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { knowledgeCheckTexts } from './knowledge-check-texts.ts';
import { LessonFrame } from './lesson-frame.tsx';
import frame from './lesson-screen.module.css';
import type { Taking } from './quiz-overview.tsx';
import { QuizOverview } from './quiz-overview.tsx';
import { Questions } from './quiz-questions.tsx';

const QuizPlayer = lazyComponent(
  () => import('./quiz-player.tsx'),
  (file) => file.default,
);

type Path = '/courses/:slug/lessons/:lessonSlug/knowledge-check';

const NO_HEADINGS: [] = [];
const titleIn = (lessons: readonly { slug: string; title: string }[], lessonSlug: string): string =>
  lessons.find(({ slug }) => slug === lessonSlug)?.title ?? knowledgeCheckTexts.knowledgeCheck;

export const prefetch = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) =>
  Promise.all([prefetchLessons(client, slug), prefetchKnowledgeCheck(client, slug, lessonSlug)]);
export const head = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) => ({
  title: titleIn(cachedLessons(client, slug)?.lessons ?? [], lessonSlug),
  description: knowledgeCheckTexts.description,
});

/** The questions of a knowledge check: to read as the server rendered them, and to answer. */
export default function KnowledgeCheckScreen({ params: { slug, lessonSlug } }: ScreenProps<Path>) {
  const course = useLessons(slug);
  const { check, isUnlocking } = useKnowledgeCheck(slug, lessonSlug);
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const groups = useMemo(() => outlineOf(course.lessons), [course.lessons]);
  const [taking, setTaking] = useState<Taking | null>(null);
  // Another check needs an attempt of its own.
  const taken = taking?.lessonId === check.lessonId && taking;
  const lock = isUnlocking ? null : lockMessage(check.locked, isAuthenticated, tenant);
  return (
    <LessonFrame
      slug={slug}
      lessonSlug={lessonSlug}
      course={course}
      groups={groups}
      headings={NO_HEADINGS}
      marking={null}
    >
      {(tools) => (
        <article className={frame.article} aria-busy={isUnlocking}>
          {tools}
          <header className={frame.head}>
            <p className={frame.kicker}>
              {joined(
                knowledgeCheckTexts.kicker({ link: (words) => <a href={urls.lesson(slug, lessonSlug)}>{words}</a> }),
              )}
            </p>
            <h1 tabIndex={-1}>{titleIn(course.lessons, lessonSlug)}</h1>
            {check.totalQuestions > 0 && <Facts check={check} />}
          </header>
          {isUnlocking && <ProseSkeleton />}
          {lock && <LockPanel message={lock} onLogin={goToLogin} />}
          {!isUnlocking &&
            !lock &&
            (taken ? (
              <Suspense fallback={<ProseSkeleton />}>
                <QuizPlayer
                  key={taken.review}
                  slug={slug}
                  courseId={course.courseId}
                  lessonId={check.lessonId}
                  lessons={course.lessons}
                  review={taken.review}
                  onLeave={() => setTaking(null)}
                />
              </Suspense>
            ) : (
              <>
                {check.introContent && <Prose html={check.introContent} />}
                {check.totalQuestions > 0 && (
                  <QuizOverview
                    lessonId={check.lessonId}
                    canRetake={check.canRetake}
                    needsAccount={needsAccount(check)}
                    onOpen={setTaking}
                  />
                )}
                <Questions questions={check.questions} />
              </>
            ))}
        </article>
      )}
    </LessonFrame>
  );
}

const needsAccount = ({ rules, canRetake }: KnowledgeCheck): boolean =>
  rules === undefined ? !canRetake : attempts.needsAccount(rules);

function Facts({ check: { questions, totalQuestions, passingMarks, rules } }: { check: KnowledgeCheck }) {
  return (
    <ul className={frame.meta}>
      <li>
        <ListChecks aria-hidden="true" />
        {questions.length > totalQuestions
          ? knowledgeCheckTexts.questionsOf({ totalQuestions, count: questions.length })
          : knowledgeCheckTexts.questions({ count: totalQuestions })}
      </li>
      {passingMarks !== null && <li>{knowledgeCheckTexts.needed({ passingMarks })}</li>}
      {rules?.timeLimit && <li>{formatDuration(rules.timeLimit)}</li>}
      {rules?.attempts && <li>{knowledgeCheckTexts.attemptsAllowed({ count: rules.attempts })}</li>}
      {rules !== undefined && rules.pause > 0 && (
        <li>{knowledgeCheckTexts.pause({ time: formatDuration(rules.pause) })}</li>
      )}
    </ul>
  );
}
