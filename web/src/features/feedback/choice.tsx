import css from './choice.module.css';

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** One of several answers to a question. */
  framed?: boolean;
  /** That something is wrong with the question. */
  invalid?: boolean;
  children: string;
}

/** A checkbox with its label. */
export function Choice({ checked, onChange, framed = false, invalid = false, children }: ChoiceProps) {
  return (
    <label className={framed ? `${css.choice} ${css.framed}` : css.choice}>
      <input
        type="checkbox"
        checked={checked}
        aria-invalid={invalid ? true : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
