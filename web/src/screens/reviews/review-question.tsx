import type { AttemptQuestion } from '@academy/contract/knowledge-checks';
import { enterReview } from '@academy/contract/rules/review-schedule';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, BellOff, BookOpen } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { isRetryable } from '../../api/is-retryable.ts';
import { markQuestion, type ReviewQuestion, sendReviewAnswer } from '../../api/reviews.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { MarkedQuestion } from '../lessons/marked-question.tsx';
import quiz from '../lessons/quiz-player.module.css';
import { QuizQuestion } from '../lessons/quiz-question.tsx';
import css from './review.module.css';
import type { Reviewed } from './review-done.tsx';
import { nextReviewText } from './review-text.ts';
import { reviewTexts } from './review-texts.ts';

interface ReviewQuestionViewProps {
  question: ReviewQuestion;
  number: number;
  isLast: boolean;
  /** Called when the question was answered, and when it was removed from or returned to the review after that. */
  onReviewed: (reviewed: Reviewed) => void;
  onNext: () => void;
}

/** One question: to be answered, then with the right answer and its explanation. */
export function ReviewQuestionView({ question, number, isLast, onReviewed, onNext }: ReviewQuestionViewProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [problem, setProblem] = useState<{ text: string; isOver: boolean } | null>(null);
  const [isPending, setPending] = useState(false);
  // A retry after a lost reply carries the same key, so that it counts once.
  const [key] = useState(() => crypto.randomUUID());
  const isAnswered = reviewed !== null;
  const frame = useRef<HTMLDivElement>(null);
  const verdict = useRef<HTMLParagraphElement>(null);
  // The question gets the focus, then its result, for the keyboard. At first the title has it.
  useEffect(() => {
    if (isAnswered) verdict.current?.focus();
    else if (number > 1) frame.current?.querySelector<HTMLElement>('legend h2')?.focus();
  }, [isAnswered, number]);

  const asked = useMemo((): AttemptQuestion => {
    const options = question.options.map((one) => ({ ...one, isChecked: chosen.includes(one.optionKey) }));
    return { ...question, options };
  }, [question, chosen]);

  const show = (now: Reviewed) => {
    setReviewed(now);
    onReviewed(now);
  };
  const send = async (selected: readonly string[]) => {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    try {
      const answer = await sendReviewAnswer(question.reviewId, selected, key);
      setChosen(selected);
      show({ question, answer, isOut: false });
    } catch (error) {
      if (isRetryable(error)) {
        const reason = error instanceof CallError ? error.message : reviewTexts.notSent;
        setProblem({ text: reviewTexts.notMarked({ reason }), isOver: false });
      } else setProblem({ text: reviewTexts.questionGone, isOver: true });
    } finally {
      setPending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) void send(chosen);
    else setProblem({ text: reviewTexts.chooseFirst, isOver: false });
  };
  const next = (
    <Button look="primary" onClick={onNext}>
      {isLast ? reviewTexts.finish : reviewTexts.next}
      <ArrowRight aria-hidden="true" />
    </Button>
  );
  return (
    <div ref={frame} className={quiz.player}>
      <p className={css.lesson} dir="auto">
        {question.lesson.courseTitle} · {question.lesson.title}
      </p>
      {reviewed === null ? (
        <form className={css.part} onSubmit={onSubmit}>
          <QuizQuestion question={asked} number={number} chosen={chosen} onChoose={(_key, keys) => setChosen(keys)} />
          <div role="alert">{problem && <p className={quiz.note}>{problem.text}</p>}</div>
          <div className={quiz.actions}>
            {problem?.isOver ? (
              next
            ) : (
              <>
                <Button look="primary" type="submit" aria-disabled={isPending}>
                  {isPending ? reviewTexts.oneMoment : reviewTexts.check}
                </Button>
                <Button look="quiet" onClick={() => void send([])}>
                  {reviewTexts.unknown}
                </Button>
              </>
            )}
          </div>
        </form>
      ) : (
        <>
          <MarkedQuestion question={asked} marked={reviewed.answer} number={number} verdict={verdict} />
          <p className={css.again}>{nextReviewText(reviewed, new Date())}</p>
          <div className={quiz.actions}>
            {next}
            <LinkButton href={urls.lesson(question.lesson.courseSlug, question.lesson.slug)}>
              <BookOpen aria-hidden="true" />
              {reviewTexts.toLesson}
            </LinkButton>
            {(reviewed.answer.nextAt !== null || reviewed.isOut) && <TakeOut reviewed={reviewed} onChange={show} />}
          </div>
        </>
      )}
    </div>
  );
}

/** Removes a question from the review, or returns it: then its intervals restart. */
function TakeOut({ reviewed, onChange }: { reviewed: Reviewed; onChange: (reviewed: Reviewed) => void }) {
  const client = useQueryClient();
  const { question, isOut } = reviewed;
  const toggle = async () => {
    const nextAt = new Date(enterReview(Date.now()).dueAt).toISOString();
    onChange({ question, answer: { ...reviewed.answer, nextAt }, isOut: !isOut });
    try {
      await markQuestion(client, question.lesson.lessonId, question.questionKey, isOut);
    } catch {
      // The call has shown the error.
      onChange(reviewed);
    }
  };
  return (
    <button type="button" className={quiz.again} aria-pressed={isOut} onClick={() => void toggle()}>
      <BellOff aria-hidden="true" />
      {reviewTexts.takeOut}
    </button>
  );
}
