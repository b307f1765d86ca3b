import { currentLocale } from '@academy/contract/i18n/languages';
import type { Stats } from '@academy/contract/stats';
import { routeTexts } from '../../navigation/route-texts.ts';
import { statsTexts } from './stats-texts.ts';

/** `2030-01-28` as people read it: 'Jan 28'. */
export const weekText = (week: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(week));

export type WeekNumber = Exclude<keyof Stats['weeks'][number], 'week'>;

/** Rows of weeks for a chart; none where nothing happened in any of them. */
export const weekRows = (weeks: Stats['weeks'], ...numbers: readonly WeekNumber[]): (string | number)[][] =>
  weeks.every((week) => numbers.every((name) => week[name] === 0))
    ? []
    : weeks.map((week) => [weekText(week.week), ...numbers.map((name) => week[name])]);

/** Whole percent; 0 of nothing. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** The mean of ratings counted star by star; 0 without any. */
export function averageOf(stars: readonly number[]): number {
  const given = stars.reduce((sum, count) => sum + count, 0);
  const sum = stars.reduce((total, count, at) => total + count * (at + 1), 0);
  return given === 0 ? 0 : sum / given;
}

/** The mean of ratings with one decimal: '4.3'. */
export const averageText = (stars: readonly number[]): string =>
  new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    averageOf(stars),
  );

/** What a rating is about. */
export function ratedText({ type, title, id }: Stats['ratings'][number]): string {
  if (type === '') return statsTexts.theAcademy;
  return title ?? statsTexts.goneOf({ kind: kindText(type), id: id ?? '' });
}

/** What a kind of content is called. */
export const kindText = (kind: string): string => statsTexts.kind({ kind });

/** Titles of the screens whose views are counted, by their path. */
const screenTitles = (): Readonly<Record<string, string>> => ({
  '/': statsTexts.home,
  '/courses': routeTexts.courses,
  '/guides': routeTexts.guides,
  '/paths': routeTexts.learningPaths,
  '/instructors': routeTexts.instructors,
  '/search': routeTexts.search,
});

/** A page that was viewed, by its title. */
export function pageText({ kind, title, id }: Stats['pages'][number]): string {
  if (kind === 'screen') return screenTitles()[id] ?? id;
  return statsTexts.named({ kind: kindText(kind), title: title ?? statsTexts.gone({ id }) });
}
