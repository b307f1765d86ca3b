import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enableReview, resetReviewSummary, useReviewQuestions } from '../../api/reviews.ts';
import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import css from './review.module.css';
import { ReviewDone, type Reviewed } from './review-done.tsx';
import { ReviewQuestionView } from './review-question.tsx';
import { reviewTexts } from './review-texts.ts';

/** Today's questions, one after the other, and how it went. */
export function Review() {
  const { data, isError, refetch } = useReviewQuestions();
  const [place, setPlace] = useState(0);
  const [done, setDone] = useState<readonly Reviewed[]>([]);
  const client = useQueryClient();
  if (data === undefined && !isError) return <LoadingScreen />;
  const questions = data?.questions ?? [];
  const question = questions[place];
  return (
    <>
      {question !== undefined && (
        <div className={css.count}>
          <progress max={questions.length} value={Math.max(place, done.length)} aria-label={reviewTexts.progress} />
          <p>{reviewTexts.place({ place: place + 1, total: questions.length })}</p>
        </div>
      )}
      {data === undefined ? (
        <div role="alert" className={css.part}>
          <p>{reviewTexts.failed}</p>
          <Button onClick={() => void refetch()}>{reviewTexts.tryAgain}</Button>
        </div>
      ) : !data.enabled ? (
        <SwitchedOff onEnabled={() => void refetch()} />
      ) : question === undefined ? (
        <ReviewDone done={done} />
      ) : (
        <ReviewQuestionView
          key={question.reviewId}
          question={question}
          number={place + 1}
          isLast={place === questions.length - 1}
          onReviewed={(one) => {
            setDone((before) => [...before.filter((other) => other.question !== question), one]);
            resetReviewSummary(client);
          }}
          onNext={() => setPlace(place + 1)}
        />
      )}
      {data?.enabled && (
        <p className={css.note}>
          {joined(reviewTexts.origin({ link: (words) => <a href={urls.dailyReviewSettings()}>{words}</a> }))}
        </p>
      )}
    </>
  );
}

function SwitchedOff({ onEnabled }: { onEnabled: () => void }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const enable = async () => {
    setPending(true);
    try {
      await enableReview(client, true);
      onEnabled();
    } catch {
      // The call has shown the error.
      setPending(false);
    }
  };
  return (
    <EmptyList title={reviewTexts.offTitle}>
      <p>{reviewTexts.offText}</p>
      <Button look="primary" disabled={isPending} onClick={() => void enable()}>
        {reviewTexts.switchOn}
      </Button>
      <LinkButton href={urls.home()}>{reviewTexts.home}</LinkButton>
    </EmptyList>
  );
}
