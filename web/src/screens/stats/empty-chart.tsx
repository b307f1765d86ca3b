import { useAdminHref } from '../../navigation/admin-href.ts';
import css from './empty-chart.module.css';

/** Heights and lengths of the placeholder's bars, in percent. */
const COLUMNS = [22, 35, 28, 46, 40, 58, 50, 66, 61, 78, 72, 90];
const BARS = [92, 70, 54, 38];

export interface EmptyChartProps {
  /** What the picture will look like. */
  shape: 'columns' | 'bars';
  /** Why there is nothing, and what will be shown. */
  text: string;
  /** How to get data. */
  action: { title: string; href: string };
  /** The link leads to a screen of the administration, of the chosen academy. */
  isAdmin?: boolean;
}

/** Placeholder of a chart without data: its outline, what it will show, and how to get data. */
export function EmptyChart({ shape, text, action: { title, href }, isAdmin = false }: EmptyChartProps) {
  const hrefOf = useAdminHref();
  return (
    <div className={css.empty}>
      <svg className={css.outline} viewBox="0 0 240 64" preserveAspectRatio="none" aria-hidden="true">
        {shape === 'columns'
          ? COLUMNS.map((part, at) => (
              <rect key={part} x={at * 20 + 2} width="16" y={64 - part * 0.64} height={part * 0.64} rx="2" />
            ))
          : BARS.map((part, at) => <rect key={part} x="0" y={at * 16 + 3} width={part * 2.4} height="8" rx="3" />)}
      </svg>
      <p>{text}</p>
      <a href={isAdmin ? hrefOf(href) : href}>{title}</a>
    </div>
  );
}
