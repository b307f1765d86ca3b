import type { Attempt, AttemptQuestion, AttemptResult, QuestionResult } from '@academy/contract/knowledge-checks';
import { ArrowRight, CircleCheck, CircleX, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './quiz-player.module.css';

interface QuizResultProps {
  attempt: Attempt;
  result: AttemptResult;
  next: { href: string; title: string };
  /** Completes the lesson by hand, of a passed attempt; null where it is complete. */
  onComplete: (() => void) | null;
  onRetake: () => void;
  onLeave: () => void;
}

/** How an attempt went: the score, and of each question whether it was right and why. */
export function QuizResult({ attempt, result, next, onComplete, onRetake, onLeave }: QuizResultProps) {
  const { isAuthenticated } = useSession();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { score, total, passed, message } = result;
  const hasVerdict = attempt.passingMarks !== null;
  const verdict = !hasVerdict ? 'Finished' : passed ? 'Passed' : 'Not passed yet';
  return (
    <div className={css.result}>
      <section className={css.verdict} data-passed={passed} aria-labelledby="quiz-result">
        <Ring percent={Math.floor((score / total) * 100)} size={104} figure />
        <div>
          <h2 id="quiz-result" ref={head} tabIndex={-1}>
            {hasVerdict && (passed ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />)}
            {verdict}: {score} of {total} right
          </h2>
          {message && <Html html={message} />}
          {hasVerdict && <p className={css.muted}>{attempt.passingMarks} % are needed to pass.</p>}
        </div>
      </section>
      {!isAuthenticated && (
        <div className={css.note}>
          <p>You are not logged in. Log in within a day, and this result is kept in your account.</p>
          <Button onClick={() => goToLogin()}>Log in to keep it</Button>
        </div>
      )}
      <ResultActions {...{ attempt, passed, next, onComplete, onRetake, onLeave }} />
      <ol className={css.reviewed} aria-label="Your answers">
        {attempt.questions.map((question, index) => {
          const marked = result.questions.find(({ questionKey }) => questionKey === question.questionKey);
          return (
            <li key={question.questionKey}>
              {marked && <Reviewed question={question} marked={marked} number={index + 1} />}
            </li>
          );
        })}
      </ol>
      {attempt.closingContent && <Prose html={attempt.closingContent} />}
      <ResultActions {...{ attempt, passed, next, onComplete, onRetake, onLeave }} />
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
}: Omit<QuizResultProps, 'result'> & { passed: boolean }) {
  const retake = attempt.canRetake && (
    <Button look={passed ? 'plain' : 'primary'} onClick={onRetake}>
      <RotateCcw aria-hidden="true" />
      Retake
    </Button>
  );
  return (
    <div className={css.actions}>
      {!passed && retake}
      {passed && onComplete && <Button onClick={onComplete}>Mark complete</Button>}
      <LinkButton look={passed ? 'primary' : 'plain'} href={next.href}>
        Go on: {next.title}
        <ArrowRight aria-hidden="true" />
      </LinkButton>
      {passed && retake}
      <Button look="quiet" onClick={onLeave}>
        Back to the overview
      </Button>
    </div>
  );
}

function Reviewed({ question, marked, number }: { question: AttemptQuestion; marked: QuestionResult; number: number }) {
  const comments = new Map(marked.comments.map(({ optionKey, html }) => [optionKey, html]));
  const isAnswered = question.options.some(({ isChecked }) => isChecked);
  return (
    <article className={css.review} data-right={marked.isCorrect} aria-label={`Question ${number}`}>
      <p className={css.mark}>
        {marked.isCorrect ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        Question {number}: {marked.isCorrect ? 'right' : isAnswered ? 'wrong' : 'not answered'}
      </p>
      <Html as="h2" className={css.text} html={question.question} />
      {question.description && <Prose html={question.description} />}
      <ul className={css.options}>
        {question.options.map(({ optionKey, html, isChecked }) => {
          const isRight = marked.correct.includes(optionKey);
          const comment = comments.get(optionKey);
          const words = [isChecked && 'Your choice', isRight && 'Right answer'].filter(Boolean).join(' · ');
          return (
            <li key={optionKey} className={css.option} data-right={isRight} data-chosen={isChecked}>
              {isRight ? (
                <CircleCheck aria-hidden="true" />
              ) : isChecked ? (
                <CircleX aria-hidden="true" />
              ) : (
                <span aria-hidden="true" />
              )}
              <div>
                {words && <p className={css.words}>{words}</p>}
                <Prose html={html} />
                {comment && (
                  <div className={css.comment}>
                    <Prose html={comment} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {marked.explanation && (
        <div className={css.explanation}>
          <p className={css.words}>Why</p>
          <Prose html={marked.explanation} />
        </div>
      )}
    </article>
  );
}
