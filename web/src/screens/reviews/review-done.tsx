import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ReviewAnswer, type ReviewQuestion, useReviewSummary } from '../../api/reviews.ts';
import { Html } from '../../lib/html.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Ring } from '../../ui/ring.tsx';
import quiz from '../lessons/quiz-player.module.css';
import css from './review.module.css';
import { dayText, nextReviewText } from './review-text.ts';
import { reviewTexts } from './review-texts.ts';

/** A question that was answered a moment ago. */
export interface Reviewed {
  question: ReviewQuestion;
  answer: ReviewAnswer;
  /** The learner has taken it out of the review after that. */
  isOut: boolean;
}

/** After the last question of the day, or where there is none: the result, and when the next ones are due. */
export function ReviewDone({ done }: { done: readonly Reviewed[] }) {
  const { data: summary, isError, refetch } = useReviewSummary();
  const head = useRef<HTMLHeadingElement>(null);
  const hasAnswered = done.length > 0;
  useEffect(() => {
    if (hasAnswered) head.current?.focus();
  }, [hasAnswered]);
  const right = hasAnswered ? done.filter(({ answer }) => answer.isCorrect).length : (summary?.right ?? 0);
  const total = hasAnswered ? done.length : (summary?.answered ?? 0);
  const next =
    summary === undefined
      ? ''
      : summary.nextAt === null
        ? reviewTexts.nothingWaits
        : reviewTexts.nextOnes({ dayText: dayText(summary.nextAt, new Date()) });
  const failed = isError && summary === undefined && (
    <p>
      {reviewTexts.nextFailed} <Button onClick={() => void refetch()}>{reviewTexts.tryAgain}</Button>
    </p>
  );
  if (total === 0)
    return (
      <EmptyList title={reviewTexts.emptyTitle} live>
        <p>{summary?.nextAt ? next : reviewTexts.emptyText}</p>
        {failed}
        <Ways />
      </EmptyList>
    );
  return (
    <div className={quiz.result}>
      <section className={quiz.verdict} aria-labelledby="review-done">
        <Ring percent={Math.floor((right / total) * 100)} size={104} figure />
        <div>
          <h2 id="review-done" ref={head} tabIndex={-1}>
            {reviewTexts.doneTitle({ right, total })}
          </h2>
          <p className={css.next}>{next}</p>
          {failed}
        </div>
      </section>
      {hasAnswered && (
        <ul className={css.list} aria-label={reviewTexts.answers}>
          {done.map(({ question, answer, isOut }) => (
            <li key={question.reviewId} data-right={answer.isCorrect}>
              {answer.isCorrect ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
              <div>
                <span className="sr-only">{answer.isCorrect ? reviewTexts.right : reviewTexts.wrong}</span>
                <Html html={question.question} />
                <p className={css.facts}>
                  {nextReviewText({ answer, isOut }, new Date())}{' '}
                  <a href={urls.lesson(question.lesson.courseSlug, question.lesson.slug)}>{question.lesson.title}</a>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Ways />
    </div>
  );
}

function Ways() {
  return (
    <div className={quiz.actions}>
      <LinkButton look="primary" href={urls.home()}>
        {reviewTexts.home}
      </LinkButton>
      <LinkButton href={urls.courses()}>{reviewTexts.browseCourses}</LinkButton>
    </div>
  );
}
