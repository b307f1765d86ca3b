import { forgetPlace, keepPlace } from './reading-place.ts';

/** Where reading happens, px below the top edge: a little under the header, as in the contents of the page. */
const READING_LINE = 140;
/** A place is stored when scrolling has paused for this long, ms. */
const PAUSE_MS = 120;

/**
 * Follows the learner through the text of the lesson that is shown, and stores the heading they are under. Opening a
 * lesson alone changes nothing; a completed one has no place.
 * @returns stops it
 */
export function followReading(courseSlug: string, lessonSlug: string, isComplete: boolean): () => void {
  if (isComplete) {
    forgetPlace(courseSlug, lessonSlug);
    return () => undefined;
  }
  const { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    // Leaving for another screen scrolls too.
    if (location.pathname === pathname) keepPlace(courseSlug, lessonSlug, headingAt(headings(), READING_LINE));
  };
  const scrolled = () => {
    clearTimeout(timer);
    timer = setTimeout(store, PAUSE_MS);
  };
  const left = () => {
    if (timer !== undefined) store();
  };
  addEventListener('scroll', scrolled, { passive: true });
  addEventListener('pagehide', left);
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', scrolled);
    removeEventListener('pagehide', left);
  };
}

interface Top {
  id: string;
  /** Distance from the top of the window, px. */
  top: number;
}

/** The headings that are shown, in the order of the text. */
function headings(): Top[] {
  return [...document.querySelectorAll('article :is(h2, h3)[id]')]
    .filter((heading) => heading.getClientRects().length > 0 && heading.closest('details:not([open])') === null)
    .map((heading) => ({ id: heading.id, top: heading.getBoundingClientRect().top }));
}

/** The last heading above a line; null before the first. @param line px below the top of the window */
export const headingAt = (tops: readonly Top[], line: number): string | null =>
  tops.findLast(({ top }) => top <= line)?.id ?? null;
