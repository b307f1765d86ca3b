import { ANALYTICS_STORAGE_KEY } from '@academy/contract/analytics';
import { device } from './storage.ts';
import { createStore } from './store.ts';

/** Whether the browser says that nobody shall count what its user opens: Do Not Track, or Global Privacy Control. */
export function browserOptsOut(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** What the viewer has said about being told of: `browser` where the browser has said no. */
export type AnalyticsConsent = 'on' | 'off' | 'browser';

/** Whether a container may be told of page views, if there is one at all. */
export const analyticsConsent = createStore<AnalyticsConsent>('on');

const read = () =>
  analyticsConsent.set(browserOptsOut() ? 'browser' : device.get(ANALYTICS_STORAGE_KEY) === 'off' ? 'off' : 'on');

if (!import.meta.env.SSR) {
  read();
  // Other tabs are told at once; the key is null where a log-out cleared everything.
  addEventListener('storage', ({ key }) => (key === null || key === ANALYTICS_STORAGE_KEY) && read());
}

/** Keeps the viewer's choice on this device. */
export function setAnalyticsConsent(on: boolean): void {
  if (on) device.remove(ANALYTICS_STORAGE_KEY);
  else device.set(ANALYTICS_STORAGE_KEY, 'off');
  read();
}
