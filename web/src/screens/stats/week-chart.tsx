import type { Stats } from '@academy/contract/stats';
import type { ReactNode } from 'react';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { ColumnChart } from '../../ui/charts/column-chart.tsx';
import { EmptyChart, type EmptyChartProps } from './empty-chart.tsx';
import { type WeekNumber, weekRows, weekText } from './statistics-text.ts';
import { statsTexts } from './stats-texts.ts';

interface WeekChartProps {
  title: string;
  text: string;
  weeks: Stats['weeks'];
  /** The number of each week, and its name in the table. */
  value: [number: WeekNumber, name: string];
  /** A part of it, which is drawn in another color. */
  part?: [number: WeekNumber, name: string];
  whenEmpty: Omit<EmptyChartProps, 'shape'>;
  /** A link to the list behind the numbers. */
  list?: ReactNode;
}

/** One number week by week. */
export function WeekChart({ title, text, weeks, value, part, whenEmpty, list }: WeekChartProps) {
  const numbers = part === undefined ? [value] : [value, part];
  return (
    <ChartFigure
      title={title}
      text={text}
      head={[statsTexts.weekFrom, ...numbers.map(([, name]) => name)]}
      rows={weekRows(weeks, ...numbers.map(([number]) => number))}
      whenEmpty={<EmptyChart shape="columns" {...whenEmpty} />}
      list={list}
    >
      <ColumnChart
        columns={weeks.map((week) => ({
          label: weekText(week.week),
          value: week[value[0]],
          ...(part === undefined ? {} : { part: week[part[0]] }),
        }))}
      />
    </ChartFigure>
  );
}
