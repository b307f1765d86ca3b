import type { FaultFigure } from '../fault.ts';

type Target = { exactly: number } | { most: number } | { least: number };

/** A figure with its target in words and whether it was reached; without a target it only informs. */
export function figure(name: string, value: number, unit: string, target?: Target): FaultFigure {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  if (target === undefined) return { name, value: rounded, unit };
  const [sign, bound, reached] =
    'exactly' in target
      ? ['=', target.exactly, value === target.exactly]
      : 'most' in target
        ? ['<=', target.most, value <= target.most]
        : ['>=', target.least, value >= target.least];
  return { name, value: rounded, unit, target: `${sign} ${bound}${unit === '' ? '' : ` ${unit}`}`, reached };
}
