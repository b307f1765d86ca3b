import { local } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';

const KEY = 'dismissedAlerts';
/** Read by the start script of the page (document.ts). */
const LOOK_KEY = 'alerts';

const dismissed = createStore<ReadonlySet<string>>(new Set());

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(local.get(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}
if (!import.meta.env.SSR) dismissed.set(read());

/** Editions of alerts that were dismissed in this browser. While the page hydrates none, as the server rendered it. */
export const useDismissedAlerts = (): ReadonlySet<string> => useStore(dismissed);

/** Whether these are the ones of this browser, and not those of the first render. */
export const areDismissedNow = (editions: ReadonlySet<string>): boolean => editions === dismissed.get();

/**
 * Dismisses an edition of an alert for good.
 * @param present editions that there are; what is remembered of others is forgotten
 */
export function dismissAlert(edition: string, present: readonly string[]): void {
  // Another tab may have dismissed others.
  const next = new Set([...read(), ...dismissed.get(), edition].filter((one) => present.includes(one)));
  local.set(KEY, JSON.stringify([...next]));
  dismissed.set(next);
}

/** Applies the view, on this page and on the next one before its first paint. */
export function keepLook(look: string): void {
  if (look === '') local.remove(LOOK_KEY);
  else local.set(LOOK_KEY, look);
  const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets;
  sheet.replaceSync(look);
  document.adoptedStyleSheets = [sheet];
}
