import { local } from '../../lib/storage.ts';
import { type Spans, spansOf } from './coverage.ts';

const KEY = 'watched';
/** Films that a browser remembers. */
const MAX_FILMS = 30;

function read(): [film: string, spans: unknown][] {
  try {
    const stored: unknown = JSON.parse(local.get(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.flatMap((entry) => (Array.isArray(entry) ? [[String(entry[0]), entry[1]]] : []))
      : [];
  } catch {
    return [];
  }
}

/** What this browser saw of a film. @param film whose, and which */
export const storedSpans = (film: string): Spans => spansOf(read().find(([name]) => name === film)?.[1]);

export function keepSpans(film: string, spans: Spans): void {
  const others = read().filter(([name]) => name !== film);
  local.set(KEY, JSON.stringify([[film, spans], ...others].slice(0, MAX_FILMS)));
}
