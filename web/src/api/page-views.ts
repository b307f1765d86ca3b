import { addPageView } from '@academy/contract/call-routes/page-views';
import { TENANT_HEADER } from '@academy/contract/constants';
import { viewedPage } from '@academy/contract/rules/page-view';
import { browserOptsOut } from '../lib/privacy.ts';
import { reach } from '../lib/reachability.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { isImpersonating } from '../lib/storage.ts';

/** Reports a page view within the app to the server, which counts loaded documents by itself. */
export function notePageView(path: string): void {
  if (isImpersonating || browserOptsOut() || reach.get() !== 'reached' || viewedPage(path) === null) return;
  const { config, tenant } = pageRuntime();
  // Sent without the client: a lost page view must not affect the connection state or the loading indicator.
  fetch(config.apiBaseUrl + addPageView.path, {
    method: addPageView.method,
    headers: { 'content-type': 'application/json', [TENANT_HEADER]: tenant.tenantId },
    body: JSON.stringify({ path }),
    credentials: 'same-origin',
    keepalive: true,
  })
    // An unread body would keep the request open.
    .then((response) => response.text())
    .catch(() => undefined);
}
