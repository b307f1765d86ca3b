import type { PublicAlert } from '@academy/contract/alerts';

/** What decides whom an alert is shown to. */
export interface AlertViewer {
  signedIn: boolean;
  isPro: boolean;
}

/** Alerts that are shown above the content at once; the others are a click away. */
const MAX_SHOWN = 2;
/** Alerts that a page contains, so that older ones can replace dismissed ones. */
const MAX_CARRIED = 20;

/** The alerts for this viewer. */
export function alertsFor(alerts: readonly PublicAlert[], { signedIn, isPro }: AlertViewer): PublicAlert[] {
  return alerts.filter(({ audience }) => audience === 'all' || (audience === 'pro' ? isPro : signedIn));
}

/** Whether alerts are shown above the screen of a path: everywhere except on sign-in screens. */
export const standsAbove = (path: string): boolean => !path.includes('/auth');

/** Id of one edition of an alert: people who dismissed an alert see it again after a change. Also an id of an element. */
export const editionOf = ({ id, updatedAt }: Pick<PublicAlert, 'id' | 'updatedAt'>): string =>
  `alert-${id}-${Date.parse(updatedAt)}`;

export interface AlertBarView {
  /** What the page carries, newest first. */
  carried: PublicAlert[];
  /** Editions that are shown. */
  shown: ReadonlySet<string>;
  /** How many there are for the viewer. */
  total: number;
  /** True where the list holds more than is shown. */
  hasMore: boolean;
}

/** The alert bar for a viewer who has dismissed some editions. */
export function alertBarOf(
  alerts: readonly PublicAlert[],
  viewer: AlertViewer,
  dismissed: ReadonlySet<string>,
): AlertBarView {
  const own = alertsFor(alerts, viewer);
  const carried = alerts.slice(0, MAX_CARRIED).filter((alert) => !dismissed.has(editionOf(alert)));
  const shown = new Set(alertsFor(carried, viewer).slice(0, MAX_SHOWN).map(editionOf));
  return { carried, shown, total: own.length, hasMore: shown.size > 0 && own.length > shown.size };
}

/** Id of the line that leads to all alerts. */
export const ALL_ALERTS = 'alerts-all';

/**
 * The view as style rules, which the start script applies to the next page before its first paint: the server renders the
 * same page for everybody, and nothing may move when the browser knows the viewer and the dismissed alerts.
 */
export function appearanceOf(alerts: readonly PublicAlert[], { shown, hasMore }: AlertBarView): string {
  const rule = (id: string, isShown: boolean) => `#${id}{display:${isShown ? 'flex' : 'none'}!important}`;
  const rules = alerts.slice(0, MAX_CARRIED).map((alert) => rule(editionOf(alert), shown.has(editionOf(alert))));
  return rules.length === 0 ? '' : [...rules, rule(ALL_ALERTS, hasMore)].join('');
}
