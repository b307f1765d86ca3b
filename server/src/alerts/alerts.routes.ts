import { listPublicAlerts } from '@academy/contract/alerts';
import type { CallTable } from '../calls/bind.ts';
import { presentPublic } from './alerts.present.ts';
import type { AlertsStore } from './alerts.store.ts';

export function bindAlerts(calls: CallTable, store: Pick<AlertsStore, 'shownNow'>): void {
  calls.bind(listPublicAlerts, async ({ scope }) => ({
    result: (await store.shownNow(scope.tenantId)).map(presentPublic),
  }));
}
