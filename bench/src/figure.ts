/** A measured number with its target. */
export interface Figure {
  area: 'pages' | 'clicks' | 'calls' | 'starts' | 'labs' | 'linux' | 'directories';
  /** What was measured: a page, a call, a kind of start. */
  subject: string;
  name: string;
  /** Null when it could not be measured. */
  value: number | null;
  /** `ms`, `kB` (1000 bytes), `MB`, `/s`, `us`, `%`, `x` (a ratio), or nothing for a count. */
  unit: string;
  /** At most or at least this; null: no target. */
  target: { max: number } | { min: number } | null;
}

/** Whether a figure meets its target; null without a target. A missing number does not meet it. */
export function isMet({ value, target }: Figure): boolean | null {
  if (target === null) return null;
  if (value === null || Number.isNaN(value)) return false;
  return 'max' in target ? value <= target.max : value >= target.min;
}

/** `84.4 kB`, with as many digits as are useful. */
export function formatValue(value: number | null, unit: string): string {
  if (value === null || Number.isNaN(value)) return '-';
  const digits = unit === 'x' || (unit === '' && !Number.isInteger(value)) ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const text = Number.isInteger(value) && unit !== 'x' ? String(value) : value.toFixed(digits);
  return unit === '' || unit === 'x' ? `${text}${unit}` : `${text} ${unit}`;
}

export function formatTarget({ target, unit }: Figure): string {
  if (target === null) return '';
  return 'max' in target ? `<= ${formatValue(target.max, unit)}` : `>= ${formatValue(target.min, unit)}`;
}
