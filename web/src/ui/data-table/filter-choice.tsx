import { Field } from '../field.tsx';

interface FilterChoiceProps {
  label: string;
  /** Empty: nothing is chosen. */
  value: string;
  /** What no choice is called. */
  everything: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange: (value: string) => void;
}

/** A filter of which one of several is chosen. */
export function FilterChoice({ label, value, everything, options, onChange }: FilterChoiceProps) {
  // The value of the address is shown, even if it is none of the options.
  const known =
    value === '' || options.some(([one]) => one === value) ? options : [...options, [value, value] as const];
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{everything}</option>
          {known.map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
