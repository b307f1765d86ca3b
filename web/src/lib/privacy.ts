import { ANALYTICS_STORAGE_KEY } from '@academy/contract/analytics';
import { device } from './storage.ts';
import { createStore } from './store.ts';

/** Whether the browser sends Do Not Track or Global Privacy Control. */
export function browserOptsOut(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** The viewer's choice about analytics: `browser` where the browser opts out. */
export type AnalyticsConsent = 'on' | 'off' | 'browser';

/** Whether page views may be reported to a tag manager's container, if there is one. */
export const analyticsConsent = createStore<AnalyticsConsent>('on');

const read = () =>
  analyticsConsent.set(browserOptsOut() ? 'browser' : device.get(ANALYTICS_STORAGE_KEY) === 'off' ? 'off' : 'on');

if (!import.meta.env.SSR) {
  read();
  // Follows other tabs; the key is null where a log-out cleared everything.
  addEventListener('storage', ({ key }) => (key === null || key === ANALYTICS_STORAGE_KEY) && read());
}

/** Stores the viewer's choice on this device. */
export function setAnalyticsConsent(on: boolean): void {
  if (on) device.remove(ANALYTICS_STORAGE_KEY);
  else device.set(ANALYTICS_STORAGE_KEY, 'off');
  read();
}
