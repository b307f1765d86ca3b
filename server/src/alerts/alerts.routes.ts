import { listPublicAlerts } from '@academy/contract/alerts';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { presentPublic } from './alerts.present.ts';
import type { AlertRow, AlertsStore } from './alerts.store.ts';

/** Every page shows the alerts, so they are read once for each version: each change, start and end of one makes another. */
export function bindAlerts(
  calls: CallTable,
  store: Pick<AlertsStore, 'shownNow'>,
  versions: Pick<ReadVersions, 'of' | 'cached'>,
): void {
  const shown = versionedCache<AlertRow[]>({ ofContent: (tenantId) => versions.of(tenantId) }, versions.cached);
  calls.bind(listPublicAlerts, async ({ scope: { tenantId } }) => ({
    result: (await shown(tenantId, 'alerts', () => store.shownNow(tenantId))).map(presentPublic),
  }));
}
