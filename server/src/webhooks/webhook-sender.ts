import type { FastifyBaseLogger } from 'fastify';
import { step } from '../background/activity.ts';
import { startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { ANSWER_MS, problemOf } from './delivery-problem.ts';
import { noteEvents } from './noted-events.ts';
import { signedHeaders } from './signature.ts';
import { addressProblem } from './webhook-address.ts';
import { type DueDelivery, webhooksStore } from './webhooks.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after the first, second ... failed attempt; after the last one the delivery is given up. */
const WAITS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
];
/** Another server may claim a delivery again after this, when the first one died, ms. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH = 10;
/** Events are found by polling this often, ms. */
export const POLL_EVERY_MS = 2_000;
const GONE = 410;

export interface WebhookSenderOptions {
  db: Database;
  /** Hosts that webhooks may be sent to. */
  hosts: readonly string[];
  /** How often events are looked for, ms. */
  everyMs: number;
  /** Decrypts the secret of a webhook. */
  open: (secret: string, webhookId: string) => Promise<string>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export interface WebhookSender {
  /** Polls at once. */
  trigger(): void;
  stop(): Promise<void>;
}

/** How long a delivery waits after its n-th failed attempt, ms; null: it is given up. */
export const waitAfter = (attempts: number): number | null => WAITS_MS[attempts - 1] ?? null;

/** Records events for webhooks and delivers them until it is stopped. Several servers may share one database. */
export function startWebhooks({ db, hosts, everyMs, open, log }: WebhookSenderOptions): WebhookSender {
  const store = webhooksStore(db);

  async function sendDue(signal: AbortSignal): Promise<number | undefined> {
    await noteEvents(db);
    const due = await store.claim(BATCH, LEASE_MS);
    await Promise.all(due.map((one) => delivering(one, signal)));
    return due.length === BATCH ? 0 : undefined;
  }

  const delivering = (due: DueDelivery, signal: AbortSignal) => {
    const attributes = { 'academy.webhook.attempts': due.attempts };
    return step({ name: 'deliver webhook', isRoot: true, attributes }, () => deliver(due, signal));
  };

  async function deliver(due: DueDelivery, stopping: AbortSignal): Promise<void> {
    const { deliveryId, webhookId, url, attempts } = due;
    const { status, problem } = await send(due, stopping);
    if (status !== null && status >= 200 && status < 300) return store.delivered(deliveryId, status);
    if (status === GONE) await store.pause(webhookId, 'gone');
    log.info({ deliveryId, host: new URL(url).host, attempts, status, problem }, 'a webhook was not delivered');
    await store.notDelivered(deliveryId, status, problem, waitAfter(attempts));
  }

  async function send({ deliveryId, webhookId, url, secret, payload }: DueDelivery, stopping: AbortSignal) {
    // The operator may have changed the list of hosts since.
    if (addressProblem(url, hosts) !== null) return { status: null, problem: 'forbidden' as const };
    try {
      const body = JSON.stringify(payload);
      const headers = signedHeaders(await open(secret, webhookId), deliveryId, Math.floor(Date.now() / 1000), body);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Academy-Webhooks', ...headers },
        body,
        // A redirect could lead to a host that is not allowed.
        redirect: 'manual',
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, problem: 'answered' as const };
    } catch (error) {
      return { status: null, problem: problemOf(error) };
    }
  }

  const sending = startPolling({ work: 'sending webhooks', everyMs, run: sendDue, log });
  return {
    trigger: () => sending.trigger(),
    stop: () => sending.stop(),
  };
}
