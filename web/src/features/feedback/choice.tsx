import css from './choice.module.css';

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Stands among others that answer one question. */
  framed?: boolean;
  /** That something is wrong with the question. */
  invalid?: boolean;
  children: string;
}

/** A box to tick, with its words beside it. */
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
