/** Parts of a film that were played, seconds; in order, and none touches another. */
export type Spans = readonly (readonly [from: number, to: number])[];

/** Share of a film that has to be played before it counts as watched: the credits may be skipped. */
const WATCHED_SHARE = 0.9;
/** Longest step between two moments of a film that was played and not jumped in, seconds at normal speed. */
const MAX_STEP = 2;
/** Parts that are this close are one, seconds. */
const GAP = 0.5;

/** What was played, with one more part of it. */
export function withSpan(spans: Spans, from: number, to: number): Spans {
  if (!(to > from)) return spans;
  const apart = spans.filter(([start, end]) => end < from - GAP || start > to + GAP);
  const joined = spans.filter((span) => !apart.includes(span));
  const start = Math.min(from, ...joined.map(([first]) => first));
  const end = Math.max(to, ...joined.map(([, last]) => last));
  return [...apart, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

/** True when the film played from one second to the other; false after a seek. */
export const isPlayedOn = (from: number, to: number, speed: number): boolean =>
  to > from && to - from <= MAX_STEP * Math.max(1, speed);

/** Share of a film that was played, 0 to 1; 0 while its length is not known. */
export function shareOf(spans: Spans, duration: number): number {
  if (!(duration > 0)) return 0;
  const seconds = spans.reduce((sum, [from, to]) => sum + Math.min(to, duration) - Math.min(from, duration), 0);
  return Math.min(1, seconds / duration);
}

export const isWatched = (share: number): boolean => share >= WATCHED_SHARE;

/** Reads what was stored; anything else counts as nothing played. */
export function spansOf(stored: unknown): Spans {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((span) => Array.isArray(span) && Number.isFinite(span[0]) && Number.isFinite(span[1]) && span[0] >= 0)
    .reduce<Spans>((spans, [from, to]) => withSpan(spans, from, to), []);
}
