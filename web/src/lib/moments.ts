import { currentLocale } from '@academy/contract/i18n/languages';

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

const formatOf = (timeZone: string | undefined, withSeconds: boolean) =>
  new Intl.DateTimeFormat(currentLocale(), {
    ...MINUTE,
    ...(withSeconds ? { second: '2-digit' } : {}),
    ...{ timeZone, timeZoneName: 'shortOffset' },
  });

/**
 * A moment with its zone, `Jan 31, 2030, 9:05 AM UTC+5:30` in English: a time that one person reads to another means the same to both.
 * The zone is an offset, because names such as "CST" mean several.
 *
 * @param at ISO 8601 or ms since 1970
 * @param options.timeZone left out: the viewer's
 */
export function momentText(
  at: string | number,
  { timeZone, withSeconds = false }: { timeZone?: string; withSeconds?: boolean } = {},
): string {
  return asUtc(formatOf(timeZone, withSeconds).format(new Date(at)));
}

/** The viewer's zone at a moment, `UTC-11`: beside fields that take a time of the viewer's clock. */
export function zoneText(at: string | number, timeZone?: string): string {
  const parts = formatOf(timeZone, false).formatToParts(new Date(at));
  return asUtc(parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT');
}

/** Engines write UTC itself as GMT or GMT+0. */
const asUtc = (text: string): string => text.replace('GMT', 'UTC').replace(/UTC[+-]0$/, 'UTC');

/** The day of a moment on the calendar of UTC, `Jan 31, 2030`: for days that are the same for everybody. */
export const utcDayText = (at: string | number): string =>
  new Date(at).toLocaleDateString(currentLocale(), { ...DAY, timeZone: 'UTC' });
