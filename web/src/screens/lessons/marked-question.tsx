import type { AttemptQuestion, QuestionResult } from '@academy/contract/knowledge-checks';
import { CircleCheck, CircleX, Dot } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { markedQuestionTexts } from './marked-question-texts.ts';
import css from './quiz-player.module.css';

interface MarkedQuestionProps {
  /** With what was chosen. */
  question: AttemptQuestion;
  /** Without right options where the result does not show them. */
  marked: QuestionResult;
  number: number;
  /** Ref of the text "right" or "wrong", which can be focused. */
  verdict?: Ref<HTMLParagraphElement>;
  /** Shown beside them. */
  tool?: ReactNode;
}

/** One question after it was answered: whether it was right, and why. */
export function MarkedQuestion({ question, marked, number, verdict, tool }: MarkedQuestionProps) {
  const comments = new Map(marked.comments.map(({ optionKey, html }) => [optionKey, html]));
  const isAnswered = question.options.some(({ isChecked }) => isChecked);
  return (
    <article className={css.review} data-right={marked.isCorrect} aria-label={markedQuestionTexts.question({ number })}>
      <div className={css.markRow}>
        <p className={css.mark} ref={verdict} tabIndex={verdict === undefined ? undefined : -1}>
          {marked.isCorrect ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
          {markedQuestionTexts[marked.isCorrect ? 'right' : isAnswered ? 'wrong' : 'notAnswered']({ number })}
        </p>
        {tool}
      </div>
      <Html as="h2" className={css.text} html={question.question} />
      {question.description && <Prose html={question.description} />}
      <ul className={css.options}>
        {question.options.map(({ optionKey, html, isChecked }) => {
          const isRight = marked.correct.includes(optionKey);
          const isWrong = isChecked && marked.correct.length > 0;
          const comment = comments.get(optionKey);
          const words = [isChecked && markedQuestionTexts.yourChoice, isRight && markedQuestionTexts.rightAnswer]
            .filter(Boolean)
            .join(' · ');
          return (
            <li key={optionKey} className={css.option} data-right={isRight} data-chosen={isWrong}>
              {isRight ? (
                <CircleCheck aria-hidden="true" />
              ) : isWrong ? (
                <CircleX aria-hidden="true" />
              ) : isChecked ? (
                <Dot aria-hidden="true" />
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
          <p className={css.words}>{markedQuestionTexts.why}</p>
          <Prose html={marked.explanation} />
        </div>
      )}
    </article>
  );
}
