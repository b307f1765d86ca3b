import { DateInput } from '../date-input.tsx';
import { Field } from '../field.tsx';
import { tableTexts } from './table-texts.ts';

interface Period {
  /** First and last day, such as 2030-01-31; empty: without that end. */
  from: string;
  to: string;
}

/** Two filters: the first and the last day. */
export function PeriodFilter({ from, to, onChange }: Period & { onChange: (part: Partial<Period>) => void }) {
  return (
    <>
      <Field label={tableTexts.from}>
        {(control) => <DateInput {...control} value={from} onChange={(from) => onChange({ from })} />}
      </Field>
      <Field label={tableTexts.to}>
        {(control) => <DateInput {...control} value={to} onChange={(to) => onChange({ to })} />}
      </Field>
    </>
  );
}
