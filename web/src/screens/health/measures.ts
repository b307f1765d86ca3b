import { currentLocale } from '@academy/contract/i18n/languages';

const UNITS = [
  [1024 ** 4, 'terabyte'],
  [1024 ** 3, 'gigabyte'],
  [1024 ** 2, 'megabyte'],
  [1024, 'kilobyte'],
] as const;
const TIMES = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

const withUnit = (value: number, unit: string, unitDisplay: 'short' | 'long', max: number): string =>
  value.toLocaleString(currentLocale(), { style: 'unit', unit, unitDisplay, maximumFractionDigits: max });

/** `1.4 GB` */
export function bytesText(bytes: number): string {
  const [size, unit] = UNITS.find(([min]) => bytes >= min) ?? [1, 'byte'];
  const value = bytes / size;
  return withUnit(value, unit, 'short', value < 10 ? 1 : 0);
}

/** In the largest fitting unit: `3 minutes`. */
export function ageText(seconds: number): string {
  const [size, unit] = fitting(seconds);
  return withUnit(Math.floor(Math.max(0, seconds) / size), unit, 'long', 0);
}

/** `3 minutes ago`. @param now ms since 1970 */
export function agoText(at: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const [size, unit] = fitting(seconds);
  return new Intl.RelativeTimeFormat(currentLocale()).format(-Math.floor(seconds / size), unit);
}

const fitting = (seconds: number) => TIMES.find(([size]) => seconds >= size) ?? ([1, 'second'] as const);
