/** The first one that matches counts: others imitate the names that stand below theirs. */
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

/** Longest part of a user agent that is kept or looked at, characters. */
export const USER_AGENT_MAX_LENGTH = 300;

/**
 * Names a browser for the person who uses it: "Chrome on Android". Only the common ones; else "A browser".
 * @param userAgent the request header, whatever it holds
 */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, USER_AGENT_MAX_LENGTH);
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(BROWSERS) ?? 'A browser';
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
