import { addPageView } from '@academy/contract/call-routes';
import { TENANT_HEADER } from '@academy/contract/constants';
import { viewedPage } from '@academy/contract/rules/page-view';
import { browserOptsOut } from '../lib/privacy.ts';
import { reach } from '../lib/reachability.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { isViewing } from '../lib/storage.ts';

/** Tells the server that the present page was opened by a link within the academy; documents it counts by itself. */
export function notePageView(path: string): void {
  if (isViewing || browserOptsOut() || reach.get() !== 'reached' || viewedPage(path) === null) return;
  const { config, tenant } = pageRuntime();
  // Not as other calls are made: whether a count arrives says nothing of what the reader waits for.
  fetch(config.apiBaseUrl + addPageView.path, {
    method: addPageView.method,
    headers: { 'content-type': 'application/json', [TENANT_HEADER]: tenant.tenantId },
    body: JSON.stringify({ path }),
    credentials: 'same-origin',
    keepalive: true,
  })
    // An answer that nobody reads stays under way.
    .then((response) => response.text())
    .catch(() => undefined);
}
