import { deviceTexts } from './device-texts.ts';

/** The first match counts: other browsers include the names of those below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longest part of a user agent that is stored or parsed, characters. */
export const USER_AGENT_MAX_LENGTH = 300;

/**
 * Names a browser for its user: "Chrome on Android". Only the common ones; else "A browser". In the current language.
 * @param userAgent the request header, any text
 */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, USER_AGENT_MAX_LENGTH);
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (system === undefined) return browser ?? deviceTexts.unknown;
  return browser === undefined ? deviceTexts.unknownOn({ system }) : deviceTexts.known({ browser, system });
}
