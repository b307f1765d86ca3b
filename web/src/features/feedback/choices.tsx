import type { SurveyOption } from '@academy/contract/feedback';
import { type ReactNode, useId } from 'react';
import { Choice } from './choice.tsx';
import css from './survey.module.css';

interface ChoicesProps {
  legend: string;
  options: readonly SurveyOption[];
  /** Keys of what is ticked. */
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: readonly string[]) => void;
  /** A further choice behind the options. */
  last?: ReactNode;
  /** Below the choices. */
  children?: ReactNode;
}

/** A question of the survey: any number of its options may be ticked. */
export function Choices({ legend, options, chosen, problem, onChange, last, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className={css.group} aria-describedby={id}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {options.map(({ key, value }) => (
          <Choice
            key={key}
            framed
            invalid={problem !== undefined}
            checked={chosen.includes(key)}
            onChange={(checked) => onChange(checked ? [...chosen, key] : chosen.filter((one) => one !== key))}
          >
            {value}
          </Choice>
        ))}
        {last}
      </div>
      {children}
      <p id={id} className={css.problem}>
        {problem}
      </p>
    </fieldset>
  );
}
