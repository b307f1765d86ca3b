import type { AttemptQuestion } from '@academy/contract/knowledge-checks';
import type { MouseEvent, ReactNode } from 'react';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { attemptTexts } from './attempt-texts.ts';
import { hasInteractive, optionName } from './option-name.ts';
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
        <span className={css.number}>{(isSingle ? attemptTexts.chooseOne : attemptTexts.chooseAll)({ number })}</span>
        <Html as="h2" className={css.text} tabIndex={-1} html={question.question} />
      </legend>
      {description && <Prose html={description} />}
      <div className={css.options}>
        {options.map(({ optionKey, html }) => (
          <Option key={optionKey} html={html}>
            {(name) => (
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={questionKey}
                value={optionKey}
                aria-label={name}
                checked={chosen.includes(optionKey)}
                onChange={({ currentTarget: { checked } }) =>
                  onChoose(questionKey, chosenAfter(chosen, { type, optionKey, isChecked: checked }))
                }
              />
            )}
          </Option>
        ))}
      </div>
      {hint && (
        <details className={css.hint}>
          <summary>{attemptTexts.hint}</summary>
          <Prose html={hint} />
        </details>
      )}
    </fieldset>
  );
}

interface OptionProps {
  html: string;
  /** @param name of the box; undefined where the label around it names it */
  children: (name: string | undefined) => ReactNode;
}

/** An option with its checkbox or radio button. A press anywhere on it chooses, except on controls within it. */
function Option({ html, children }: OptionProps) {
  const className = `${css.option} ${css.choice}`;
  if (!hasInteractive(html))
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the box is what the question gives it
      <label className={className}>
        {children(undefined)}
        <Prose html={html} />
      </label>
    );
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const isOwn = (target as Element).closest('a, audio, button, details, input, video') !== null;
    if (!isOwn && getSelection()?.isCollapsed !== false) currentTarget.querySelector('input')?.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box is inside; a press beside it counts as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the box
    <div className={className} onClick={onClick}>
      {children(optionName(html))}
      <Prose html={html} />
    </div>
  );
}
