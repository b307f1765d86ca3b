import { type ReactNode, useId } from 'react';
import css from './field.module.css';

interface Control {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** Shown below the label. */
  hint?: string;
  /** What is wrong with it. */
  problem?: string | undefined;
  /** The control; it takes the properties that tie it to label, hint and problem. */
  children: (control: Control) => ReactNode;
}

/** A form field: label, hint, control, and what is wrong with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': `${id}-hint ${id}-problem`, 'aria-invalid': problem ? true : undefined })}
      <p id={`${id}-problem`} className={css.problem}>
        {problem}
      </p>
    </div>
  );
}

interface CheckboxGroupProps<Name extends string> {
  legend: string;
  problem?: string | undefined;
  /** Text of each choice below its name. */
  choices: readonly { name: Name; text: string }[];
  chosen: readonly Name[];
  onChange: (chosen: Name[]) => void;
}

/** Several choices of which any number holds. */
export function CheckboxGroup<Name extends string>(props: CheckboxGroupProps<Name>) {
  const { legend, problem, choices, chosen, onChange } = props;
  const id = useId();
  return (
    <fieldset className={css.group} aria-describedby={id}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {choices.map(({ name, text }) => (
          <label key={name} className={css.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              aria-invalid={problem ? true : undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            <span>
              <span className={css.name}>{name}</span>
              <span className={css.hint}>{text}</span>
            </span>
          </label>
        ))}
      </div>
      <p id={id} className={css.problem}>
        {problem}
      </p>
    </fieldset>
  );
}
