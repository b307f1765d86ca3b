/** Text for a mail's header or greeting: one line, no control characters, bounded. */
export function oneLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...line].slice(0, max).join('');
}
