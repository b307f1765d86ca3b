import type { FaultFigure } from '../fault.ts';

type Target = { exactly: number } | { max: number } | { min: number };

/** A figure with its target in words and whether it was reached; without a target it only informs. */
export function figure(name: string, value: number, unit: string, target?: Target): FaultFigure {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  if (target === undefined) return { name, value: rounded, unit };
  const [sign, bound, reached] =
    'exactly' in target
      ? ['=', target.exactly, value === target.exactly]
      : 'max' in target
        ? ['<=', target.max, value <= target.max]
        : ['>=', target.min, value >= target.min];
  return { name, value: rounded, unit, target: `${sign} ${bound}${unit === '' ? '' : ` ${unit}`}`, reached };
}
