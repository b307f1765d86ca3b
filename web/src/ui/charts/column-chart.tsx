import { currentLocale } from '@academy/contract/i18n/languages';
import css from './charts.module.css';

interface ColumnChartProps {
  /** From left to right; `part` is the share of it that is drawn in another color. */
  columns: readonly { label: string; value: number; part?: number }[];
}

/** Numbers as upright bars, one for each moment. */
export function ColumnChart({ columns }: ColumnChartProps) {
  const max = Math.max(1, ...columns.map(({ value }) => value));
  // Only so many columns are labelled that the labels do not touch.
  const step = Math.ceil(columns.length / 5);
  return (
    <div className={css.columns}>
      {columns.map(({ label, value, part = 0 }, at) => (
        <div key={label} className={css.column}>
          <span className={css.value}>
            {value === 0 ? '' : value.toLocaleString(currentLocale(), { notation: 'compact' })}
          </span>
          <span className={css.bar} style={{ height: `${(100 * value) / max}%` }} data-empty={value === 0 || undefined}>
            {part > 0 && <span className={css.part} style={{ height: `${(100 * part) / value}%` }} />}
          </span>
          <span className={css.label}>{at % step === 0 ? label : ''}</span>
        </div>
      ))}
    </div>
  );
}
