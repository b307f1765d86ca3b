import { currentLocale } from '@academy/contract/i18n/languages';
import type { AttemptLine } from '@academy/contract/knowledge-checks';
import { CircleCheck, CircleX, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isStuck, useAttempts } from '../../api/knowledge-checks.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { visitorAttempt } from '../../progress/attempts.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { knowledgeCheckTexts } from './knowledge-check-texts.ts';
import { OnlyAttempt } from './only-attempt.tsx';
import css from './quiz-overview.module.css';

/** The attempt that is being taken instead of reading the questions. */
export interface Taking {
  lessonId: string;
  /** The submitted attempt to show; null for the open one, or a new one. */
  review: string | null;
}

export interface QuizOverviewProps {
  lessonId: string;
  /** False: this check is submitted once. */
  canRetake: boolean;
  /** Only people who are logged in can take it. */
  needsAccount: boolean;
  onOpen: (taking: Taking) => void;
}

/** Above the questions: the start button, and earlier attempts. */
export function QuizOverview({ lessonId, canRetake, needsAccount, onOpen }: QuizOverviewProps) {
  const { status } = useSession();
  const history = useAttempts(lessonId);

  // Browser storage is read after hydration: the page is the same for everybody.
  const [isKept, setKept] = useState(false);
  useEffect(() => setKept(visitorAttempt(lessonId) !== null), [lessonId]);

  const attempts = history?.attempts ?? [];
  const done = attempts.filter(({ submittedAt }) => submittedAt !== null);
  const isBegun = attempts.length > done.length || (status === 'signed-out' && isKept);
  const [last] = done;
  // Until a pause is over, the server answers with the last result.
  const pausedUntil = last?.retakeAt != null && Date.parse(last.retakeAt) > Date.now() ? last.retakeAt : null;
  const isOver = (last?.canRetake === false || pausedUntil !== null) && !isBegun;
  const isGranted = !canRetake && last?.canRetake === true && !last.passed && !isBegun;
  return (
    <section className={`${css.overview} no-print`} aria-label={knowledgeCheckTexts.take}>
      <div className={css.row}>
        {needsAccount && status === 'signed-out' ? (
          <Button look="primary" onClick={() => goToLogin()}>
            {knowledgeCheckTexts.logInToStart}
          </Button>
        ) : isOver ? (
          <Button look="primary" onClick={() => onOpen({ lessonId, review: last?.attemptId ?? null })}>
            {knowledgeCheckTexts.seeResult}
          </Button>
        ) : (
          <Button look="primary" onClick={() => onOpen({ lessonId, review: null })}>
            {done.length > 0 && !isBegun ? <RotateCcw aria-hidden="true" /> : <Play aria-hidden="true" />}
            {isBegun
              ? knowledgeCheckTexts.continue
              : done.length > 0
                ? knowledgeCheckTexts.retake
                : knowledgeCheckTexts.start}
          </Button>
        )}
        <p>
          {isGranted
            ? knowledgeCheckTexts.granted
            : pausedUntil !== null && !isBegun
              ? knowledgeCheckTexts.paused({ when: whenText(pausedUntil) })
              : history?.best
                ? (history.best.passed ? knowledgeCheckTexts.bestPassed : knowledgeCheckTexts.best)({
                    score: history.best.score ?? 0,
                    total: history.best.total,
                  })
                : !canRetake
                  ? knowledgeCheckTexts.once
                  : status === 'signed-out'
                    ? knowledgeCheckTexts.noAccount
                    : knowledgeCheckTexts.savedAtOnce}
        </p>
      </div>
      {isStuck(history) && <OnlyAttempt />}
      {done.length > 0 && (
        <details className={css.history}>
          <summary>{knowledgeCheckTexts.attempts({ count: done.length })}</summary>
          <ul>
            {done.map((line) => (
              <Line key={line.attemptId} line={line} onReview={() => onOpen({ lessonId, review: line.attemptId })} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const whenText = (moment: string): string =>
  new Date(moment).toLocaleString(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' });

function Line({ line: { submittedAt, score, total, passed }, onReview }: { line: AttemptLine; onReview: () => void }) {
  const when = whenText(submittedAt ?? '');
  return (
    <li>
      {passed ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      <span>
        {(passed ? knowledgeCheckTexts.attemptPassed : knowledgeCheckTexts.attemptNotPassed)({
          score: score ?? 0,
          total,
        })}
      </span>
      <time dateTime={submittedAt ?? ''}>{when}</time>
      <Button aria-label={knowledgeCheckTexts.reviewOf({ when })} onClick={onReview}>
        {knowledgeCheckTexts.review}
      </Button>
    </li>
  );
}
