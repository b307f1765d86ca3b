import type { AttemptQuestion } from '@academy/contract/knowledge-checks';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, BookOpen } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { markQuestion, type ReviewAnswer, type ReviewQuestion, sendReviewAnswer } from '../../api/reviews.ts';
import { willPass } from '../../api/will-pass.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import { MarkedQuestion } from '../lessons/marked-question.tsx';
import quiz from '../lessons/quiz-player.module.css';
import { QuizQuestion } from '../lessons/quiz-question.tsx';
import css from './review.module.css';
import { againText } from './review-words.ts';

interface ReviewQuestionViewProps {
  question: ReviewQuestion;
  number: number;
  isLast: boolean;
  onAnswered: (answer: ReviewAnswer) => void;
  onNext: () => void;
}

/** One question: to be answered, then with what was right and why. */
export function ReviewQuestionView({ question, number, isLast, onAnswered, onNext }: ReviewQuestionViewProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [answer, setAnswer] = useState<ReviewAnswer | null>(null);
  const [problem, setProblem] = useState<{ text: string; isOver: boolean } | null>(null);
  const [isPending, setPending] = useState(false);
  // Whatever is tried again after a lost reply counts once.
  const [key] = useState(() => crypto.randomUUID());
  const frame = useRef<HTMLDivElement>(null);
  const verdict = useRef<HTMLParagraphElement>(null);
  // The question has the focus, then what became of it: the keyboard goes on from there. At first the title has it.
  useEffect(() => {
    if (answer !== null) verdict.current?.focus();
    else if (number > 1) frame.current?.querySelector<HTMLElement>('legend h2')?.focus();
  }, [answer, number]);

  const asked = useMemo((): AttemptQuestion => {
    const options = question.options.map((one) => ({ ...one, isChecked: chosen.includes(one.optionKey) }));
    return { ...question, options };
  }, [question, chosen]);

  const send = async (selected: readonly string[]) => {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    try {
      const told = await sendReviewAnswer(question.reviewId, selected, key);
      setChosen(selected);
      setAnswer(told);
      onAnswered(told);
    } catch (error) {
      if (willPass(error)) {
        const reason = error instanceof CallError ? error.message : 'It could not be sent.';
        setProblem({ text: `Your answer was not marked. ${reason}`, isOver: false });
      } else setProblem({ text: 'This question was changed or taken out a moment ago.', isOver: true });
    } finally {
      setPending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) void send(chosen);
    else setProblem({ text: 'Choose an answer first, or say that you do not know.', isOver: false });
  };
  const next = (
    <Button look="primary" onClick={onNext}>
      {isLast ? 'Finish' : 'Next'}
      <ArrowRight aria-hidden="true" />
    </Button>
  );
  return (
    <div ref={frame} className={quiz.player}>
      <p className={css.lesson} dir="auto">
        {question.lesson.courseTitle} · {question.lesson.title}
      </p>
      {answer === null ? (
        <form className={css.part} onSubmit={onSubmit}>
          <QuizQuestion question={asked} number={number} chosen={chosen} onChoose={(_key, keys) => setChosen(keys)} />
          <div role="alert">{problem && <p className={quiz.note}>{problem.text}</p>}</div>
          <div className={quiz.actions}>
            {problem?.isOver ? (
              next
            ) : (
              <>
                <Button look="primary" type="submit" aria-disabled={isPending}>
                  {isPending ? 'One moment' : 'Check'}
                </Button>
                <Button look="quiet" onClick={() => void send([])}>
                  I do not know
                </Button>
              </>
            )}
          </div>
        </form>
      ) : (
        <>
          <MarkedQuestion question={asked} marked={answer} number={number} verdict={verdict} />
          <p className={css.again}>{againText(answer.nextAt, new Date())}</p>
          <div className={quiz.actions}>
            {next}
            <LinkButton href={urls.lesson(question.lesson.courseSlug, question.lesson.slug)}>
              <BookOpen aria-hidden="true" />
              Go to the lesson
            </LinkButton>
            <TakeOut question={question} isOut={answer.nextAt === null} />
          </div>
        </>
      )}
    </div>
  );
}

/** Takes a question out of the review for good; it can be put in again where the check was taken. */
function TakeOut({ question: { lesson, questionKey }, isOut }: { question: ReviewQuestion; isOut: boolean }) {
  const client = useQueryClient();
  const [isTaken, setTaken] = useState(false);
  if (isOut) return null;
  const take = async (asked: boolean) => {
    setTaken(!asked);
    await markQuestion(client, lesson.lessonId, questionKey, asked).catch(() => setTaken(asked));
  };
  return (
    <Button look="quiet" aria-pressed={isTaken} onClick={() => void take(isTaken)}>
      Do not ask again
    </Button>
  );
}
