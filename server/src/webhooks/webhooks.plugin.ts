import { type SealingSecrets, sealerOf } from '@academy/identity/sealing';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import type { Database } from '../db/connect.ts';
import { isPlainSecret } from './signature.ts';
import { startWebhooks } from './webhook-sender.ts';
import { bindWebhooks } from './webhooks.routes.ts';
import { webhooksService } from './webhooks.service.ts';

export interface WebhooksPluginOptions {
  db: Database;
  /** Hosts that webhooks may lead to; without one nothing is sent. */
  webhookHosts: readonly string[];
  /** False keeps what webhooks are to be told for another server. */
  sendsWebhooks?: boolean;
  /** What secrets of webhooks are encrypted with in the database. */
  keySecrets: SealingSecrets;
  log: FastifyBaseLogger;
}

/** Lets administrators manage webhooks, and sends them what happens for as long as the server runs. */
export function addWebhooks(server: FastifyInstance, calls: CallTable, options: WebhooksPluginOptions): void {
  const { db, webhookHosts: hosts, sendsWebhooks: sends = true, keySecrets, log } = options;
  const sealer = sealerOf('academy webhook secret', isPlainSecret, keySecrets);
  const sender = hosts.length === 0 || !sends ? null : startWebhooks({ db, hosts, log, open: sealer.open });
  server.addHook('onClose', async () => sender?.stop());
  bindWebhooks(calls, webhooksService({ db, hosts, sealer, changed: () => sender?.wake() }));
}
