import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';

interface ChoiceInputProps<Name extends string> {
  label: string;
  hint?: string;
  options: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (value: Name) => void;
}

/** A select of a few named options. */
export function ChoiceInput<Name extends string>({ label, hint, options, value, onChange }: ChoiceInputProps<Name>) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value as Name)}>
          {(Object.keys(options) as Name[]).map((name) => (
            <option key={name} value={name}>
              {options[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextInputProps {
  label: string;
  hint: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  max?: number;
}

/** A date and time. */
export function MomentInput({ label, hint, value, problem, onChange }: TextInputProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <DateInput {...control} withTime autoComplete="off" value={value} onChange={onChange} />}
    </Field>
  );
}

/** One line of text. */
export function TextInput({ label, hint, value, problem, onChange, max }: TextInputProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          maxLength={max}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => onChange(value.trim())}
        />
      )}
    </Field>
  );
}
