import { webhookSealer } from '../webhooks/webhook-secrets.ts';
import { startWebhooks } from '../webhooks/webhook-sender.ts';
import { bindWebhooks } from '../webhooks/webhooks.routes.ts';
import { webhooksService } from '../webhooks/webhooks.service.ts';
import type { AppContext } from './app-context.ts';

/** Lets administrators manage webhooks, and sends them while the server runs. */
export function installWebhooks(context: AppContext): void {
  const { server, calls, db, webhookHosts: hosts, sendsWebhooks: sends = true, keySecrets, log } = context;
  const sealer = webhookSealer(keySecrets);
  const sender = hosts.length === 0 || !sends ? null : startWebhooks({ db, hosts, log, open: sealer.open });
  server.addHook('onClose', async () => sender?.stop());
  bindWebhooks(calls, webhooksService({ db, hosts, sealer, changed: () => sender?.trigger() }));
}
