import type { AttemptLine } from '@academy/contract/knowledge-checks';
import { CircleCheck, CircleX, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAttempts } from '../../api/knowledge-checks.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { visitorAttempt } from '../../progress/attempts.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import css from './quiz-overview.module.css';

/** The attempt that is being taken instead of reading the questions. */
export interface Taking {
  lessonId: string;
  /** The submitted attempt to show; null for the open one, or a new one. */
  review: string | null;
}

export interface QuizOverviewProps {
  lessonId: string;
  /** False: this check is submitted once, by people who are logged in. */
  canRetake: boolean;
  onOpen: (taking: Taking) => void;
}

/** Above the questions: the start button, and earlier attempts. */
export function QuizOverview({ lessonId, canRetake, onOpen }: QuizOverviewProps) {
  const { status } = useSession();
  const history = useAttempts(lessonId);

  // Browser storage is read after hydration: the page is the same for everybody.
  const [isKept, setKept] = useState(false);
  useEffect(() => setKept(visitorAttempt(lessonId) !== null), [lessonId]);

  const attempts = history?.attempts ?? [];
  const done = attempts.filter(({ submittedAt }) => submittedAt !== null);
  const isBegun = attempts.length > done.length || (status === 'signed-out' && isKept);
  const [last] = done;
  const isOver = !canRetake && last !== undefined;
  return (
    <section className={`${css.overview} no-print`} aria-label="Take this check">
      <div className={css.row}>
        {!canRetake && status === 'signed-out' ? (
          <Button look="primary" onClick={() => goToLogin()}>
            Log in to start
          </Button>
        ) : isOver ? (
          <Button look="primary" onClick={() => onOpen({ lessonId, review: last.attemptId })}>
            See your result
          </Button>
        ) : (
          <Button look="primary" onClick={() => onOpen({ lessonId, review: null })}>
            {done.length > 0 && !isBegun ? <RotateCcw aria-hidden="true" /> : <Play aria-hidden="true" />}
            {isBegun ? 'Continue' : done.length > 0 ? 'Retake' : 'Start'}
          </Button>
        )}
        <p>
          {history?.best
            ? `Your best result: ${history.best.score} of ${history.best.total} right${history.best.passed ? ', passed' : ''}.`
            : !canRetake
              ? 'You can submit this check once.'
              : status === 'signed-out'
                ? 'No account needed. Your result is kept only if you log in.'
                : 'Every answer is saved as you choose it.'}
        </p>
      </div>
      {done.length > 0 && (
        <details className={css.history}>
          <summary>Your attempts ({done.length})</summary>
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

function Line({ line: { submittedAt, score, total, passed }, onReview }: { line: AttemptLine; onReview: () => void }) {
  const when = new Date(submittedAt ?? 0).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      {passed ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      <span>
        {score} of {total} right, {passed ? 'passed' : 'not passed'}
      </span>
      <time dateTime={submittedAt ?? ''}>{when}</time>
      <Button aria-label={`Review the attempt of ${when}`} onClick={onReview}>
        Review
      </Button>
    </li>
  );
}
