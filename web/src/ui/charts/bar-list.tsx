import css from './charts.module.css';

interface BarListProps {
  /** From top to bottom; the bar is `value` of `total`, which `text` describes. */
  bars: readonly { key: string; label: string; value: number; total: number; text: string }[];
}

/** Shares of a whole as lying bars, one below the other. */
export function BarList({ bars }: BarListProps) {
  return (
    <ul className={css.bars}>
      {bars.map(({ key, label, value, total, text }) => (
        <li key={key}>
          <span className={css.name} dir="auto">
            {label}
          </span>
          <span className={css.amount}>{text}</span>
          <span className={css.track}>
            <span style={{ width: `${total === 0 ? 0 : (100 * value) / total}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
