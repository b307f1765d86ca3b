import { webhookSealer } from '../webhooks/webhook-secrets.ts';
import { POLL_EVERY_MS, startWebhooks } from '../webhooks/webhook-sender.ts';
import { bindWebhooks } from '../webhooks/webhooks.routes.ts';
import { webhooksService } from '../webhooks/webhooks.service.ts';
import type { AppContext } from './app-context.ts';

/** Lets administrators manage webhooks, and sends them while the server runs. */
export function installWebhooks(context: AppContext): void {
  const { server, calls, db, webhookHosts: hosts, webhooksEveryMs: everyMs = POLL_EVERY_MS, keySecrets, log } = context;
  const sealer = webhookSealer(keySecrets);
  const sender =
    hosts.length === 0 || everyMs === null ? null : startWebhooks({ db, hosts, everyMs, log, open: sealer.open });
  server.addHook('onClose', async () => sender?.stop());
  bindWebhooks(calls, webhooksService({ db, hosts, sealer, changed: () => sender?.trigger() }));
}
