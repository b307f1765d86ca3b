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
        {(control) => (
          <input {...control} type="date" value={from} onChange={({ target }) => onChange({ from: target.value })} />
        )}
      </Field>
      <Field label={tableTexts.to}>
        {(control) => (
          <input {...control} type="date" value={to} onChange={({ target }) => onChange({ to: target.value })} />
        )}
      </Field>
    </>
  );
}
