import type { AttemptQuestion } from '@academy/contract/knowledge-checks';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { chosenAfter } from './quiz-answers.ts';
import css from './quiz-player.module.css';

interface QuizQuestionProps {
  question: AttemptQuestion;
  number: number;
  chosen: readonly string[];
  onChoose: (questionKey: string, selected: readonly string[]) => void;
}

/** One question with its options as native boxes. */
export function QuizQuestion({ question, number, chosen, onChoose }: QuizQuestionProps) {
  const { questionKey, description, hint, options, type } = question;
  const isSingle = type === 'single-check';
  return (
    <fieldset className={css.question} data-question={number}>
      <legend>
        <span className={css.number}>
          Question {number} · {isSingle ? 'Choose one answer' : 'Choose all that are right'}
        </span>
        <Html as="h2" className={css.text} tabIndex={-1} html={question.question} />
      </legend>
      {description && <Prose html={description} />}
      <div className={css.options}>
        {options.map(({ optionKey, html }) => (
          <label key={optionKey} className={css.option}>
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={questionKey}
              value={optionKey}
              checked={chosen.includes(optionKey)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(questionKey, chosenAfter(chosen, { type, optionKey, isChecked: checked }))
              }
            />
            <Prose html={html} />
          </label>
        ))}
      </div>
      {hint && (
        <details className={css.hint}>
          <summary>Hint</summary>
          <Prose html={hint} />
        </details>
      )}
    </fieldset>
  );
}
