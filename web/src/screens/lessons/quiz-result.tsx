import { currentLocale } from '@academy/contract/i18n/languages';
import type { Attempt, AttemptResult } from '@academy/contract/knowledge-checks';
import { ArrowRight, CircleCheck, CircleX, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useReviewMarks } from '../../api/reviews.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { isSecondClick } from '../../lib/second-click.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Ring } from '../../ui/ring.tsx';
import { attemptTexts } from './attempt-texts.ts';
import { knowledgeCheckTexts } from './knowledge-check-texts.ts';
import { MarkedQuestion } from './marked-question.tsx';
import { OnlyAttempt } from './only-attempt.tsx';
import css from './quiz-player.module.css';

interface QuizResultProps {
  attempt: Attempt;
  result: AttemptResult;
  /** The learner was still answering it here. */
  endedElsewhere: boolean;
  next: { href: string; title: string };
  /** Completes the lesson by hand, of a passed attempt; null where it is complete. */
  onComplete: (() => void) | null;
  onRetake: () => void;
  onLeave: () => void;
}

/** How an attempt went: the score, and of each question whether it was right and why. */
export function QuizResult({ attempt, result, endedElsewhere, ...actions }: QuizResultProps) {
  const { isAuthenticated } = useSession();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { marks, setMark } = useReviewMarks(attempt.lessonId, attempt.attemptId);
  const { score, total, passed, message } = result;
  const hasVerdict = attempt.passingMarks !== null;
  const verdict = !passed ? (attempt.canRetake ? 'notPassed' : 'failed') : hasVerdict ? 'passed' : 'finished';
  return (
    <div className={css.result}>
      <section className={css.verdict} data-passed={passed} aria-labelledby="quiz-result">
        <Ring percent={Math.floor((score / total) * 100)} size={104} figure />
        <div>
          <h2 id="quiz-result" ref={head} tabIndex={-1}>
            {passed ? hasVerdict && <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
            {attemptTexts[verdict]({ score, total })}
          </h2>
          {message && <Html html={message} />}
          {(hasVerdict || !passed) && (
            <p className={css.muted}>
              {attempt.passingMarks === null
                ? attemptTexts.oneNeeded
                : attemptTexts.needed({ percent: attempt.passingMarks })}
            </p>
          )}
        </div>
      </section>
      {result.answers !== 'shown' && (
        <p className={css.note}>
          {attemptTexts[passed || result.answers === 'never' ? 'answersNever' : 'answersLater']}
        </p>
      )}
      {endedElsewhere && <p className={css.note}>{attemptTexts.endedElsewhere}</p>}
      {!passed && !attempt.canRetake && (
        <div className={css.note}>
          <OnlyAttempt />
        </div>
      )}
      {!isAuthenticated && (
        <div className={css.note}>
          <p>{attemptTexts.notLoggedIn}</p>
          <Button onClick={() => goToLogin()}>{attemptTexts.logInToKeep}</Button>
        </div>
      )}
      <ResultActions attempt={attempt} passed={passed} {...actions} />
      <ol className={css.reviewed} aria-label={attemptTexts.yourAnswers}>
        {attempt.questions.map((question, index) => {
          const marked = result.questions.find(({ questionKey }) => questionKey === question.questionKey);
          return (
            <li key={question.questionKey}>
              {marked && (
                <MarkedQuestion
                  question={question}
                  marked={marked}
                  number={index + 1}
                  tool={
                    <AskAgain
                      asked={marks?.get(question.questionKey)}
                      onChange={(asked) => void setMark(question.questionKey, asked)}
                    />
                  }
                />
              )}
            </li>
          );
        })}
      </ol>
      {/* Authors write it for learners who are done: after a failed attempt it would be untrue. */}
      {passed && attempt.closingContent && <Prose html={attempt.closingContent} />}
      <ResultActions attempt={attempt} passed={passed} {...actions} />
    </div>
  );
}

function ResultActions({
  attempt,
  passed,
  next,
  onComplete,
  onRetake,
  onLeave,
}: Omit<QuizResultProps, 'result' | 'endedElsewhere'> & { passed: boolean }) {
  const isPaused = isLater(attempt.retakeAt);
  const retake = attempt.canRetake && !isPaused && (
    <Button look={passed ? 'plain' : 'primary'} onClick={onRetake}>
      <RotateCcw aria-hidden="true" />
      {attemptTexts.retake}
    </Button>
  );
  return (
    <div className={css.actions}>
      {!passed && retake}
      {!passed && isPaused && <p>{knowledgeCheckTexts.paused({ when: momentText(attempt.retakeAt) })}</p>}
      {passed && onComplete && <Button onClick={onComplete}>{attemptTexts.markComplete}</Button>}
      <LinkButton look={passed ? 'primary' : 'plain'} href={next.href}>
        {attemptTexts.goOn({ title: next.title })}
        <ArrowRight aria-hidden="true" />
      </LinkButton>
      {passed && retake}
      <Button look="quiet" onClick={onLeave}>
        {attemptTexts.back}
      </Button>
    </div>
  );
}

/** Whether a moment is still to come. */
const isLater = (moment: string | null | undefined): boolean => moment != null && Date.parse(moment) > Date.now();

const momentText = (moment: string | null | undefined): string =>
  new Date(moment ?? 0).toLocaleString(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** Whether a question returns in the daily review; nothing where that is unknown or impossible. */
function AskAgain({ asked, onChange }: { asked: boolean | undefined; onChange: (asked: boolean) => void }) {
  if (asked === undefined) return null;
  return (
    <button
      type="button"
      className={css.again}
      aria-pressed={asked}
      onClick={(event) => isSecondClick(event) || onChange(!asked)}
    >
      <RotateCcw aria-hidden="true" />
      {attemptTexts.askAgain}
    </button>
  );
}
