import type { InputHTMLAttributes } from 'react';

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'value'> {
  /** `2030-01-31`, with a time `2030-01-31T09:00`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  withTime?: boolean;
}

/** A field for a day, or for a day and a time. Its years have four digits: browsers take six where nothing limits them. */
export function DateInput({ value, onChange, withTime = false, ...others }: DateInputProps) {
  return (
    <input
      max={withTime ? '9999-12-31T23:59' : '9999-12-31'}
      {...others}
      type={withTime ? 'datetime-local' : 'date'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
