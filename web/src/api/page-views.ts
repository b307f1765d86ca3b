import { addPageView } from '@academy/contract/page-views';
import { viewedPage } from '@academy/contract/rules/page-view';
import { reach } from '../lib/reachability.ts';
import { isViewing } from '../lib/storage.ts';
import { call } from './call.ts';

/** What browsers say that nobody counts, where they say it to scripts. */
const hasOptedOut = (): boolean => {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
};

/** Tells the server that the present page was opened by a link within the academy; documents it counts by itself. */
export function notePageView(path: string): void {
  if (isViewing || hasOptedOut() || reach.get() !== 'reached' || viewedPage(path) === null) return;
  void call(addPageView, { body: { path } }, { quiet: true }).catch(() => undefined);
}
