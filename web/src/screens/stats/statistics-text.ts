import type { Stats } from '@academy/contract/stats';

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2030-01-28` as people read it: 'Jan 28'. */
export const weekText = (week: string): string => DAY.format(new Date(week));

export type WeekNumber = Exclude<keyof Stats['weeks'][number], 'week'>;

/** Rows of weeks for a chart; none where nothing happened in any of them. */
export const weekRows = (weeks: Stats['weeks'], ...numbers: readonly WeekNumber[]): (string | number)[][] =>
  weeks.every((week) => numbers.every((name) => week[name] === 0))
    ? []
    : weeks.map((week) => [weekText(week.week), ...numbers.map((name) => week[name])]);

/** Whole percent; 0 of nothing. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** The mean of ratings counted star by star: '4.3'. */
export function averageOf(stars: readonly number[]): string {
  const given = stars.reduce((sum, count) => sum + count, 0);
  const sum = stars.reduce((total, count, at) => total + count * (at + 1), 0);
  return given === 0 ? '0.0' : (sum / given).toFixed(1);
}

/** What a rating is about. */
export function ratedText({ type, title, id }: Stats['ratings'][number]): string {
  if (type === '') return 'The academy';
  return title ?? `${kindText(type)} ${id}, gone`;
}

export const kindText = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/** A page that was viewed, by its title; screens by their path. */
export function pageText({ kind, title, id }: Stats['pages'][number]): string {
  if (kind === 'screen') return id === '/' ? 'Home' : kindText(id.slice(1));
  return `${kindText(kind)}: ${title ?? `${id}, gone`}`;
}
