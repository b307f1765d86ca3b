import { alertsService } from '../alerts/alerts.service.ts';
import { alertsStore } from '../alerts/alerts.store.ts';
import { bindAlertsAdmin } from '../alerts/alerts-admin.routes.ts';
import { startScheduledAlerts } from '../alerts/scheduled-alerts.ts';
import type { Polling } from '../background/polling.ts';
import type { AppContext } from './app-context.ts';

export function installAlerts({ calls, db, log, server, versions }: AppContext): void {
  bindAlertsAdmin(calls, alertsStore(db), alertsService(db, versions));
  let scheduled: Polling | null = null;
  server.addHook('onReady', async () => {
    scheduled = startScheduledAlerts({ db, versions, log });
    await scheduled.firstRun;
  });
  server.addHook('onClose', async () => scheduled?.stop());
}
