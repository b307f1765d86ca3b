import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import { noteEvents } from './noted-events.ts';
import { signedHeaders } from './signature.ts';
import { addressProblem } from './webhook-address.ts';
import { type DueDelivery, webhooksStore } from './webhooks.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after the first, second ... failed attempt; after the last one it is given up. */
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
/** Longest wait for an answer, ms. */
const ANSWER_MS = 10_000;
/** A server that dies gives its deliveries back after this, ms. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH = 10;
/** What happened is noticed within this, ms. */
const LOOK_EVERY_MS = 2_000;
/** After a failure of the database, ms. */
const PAUSE_MS = 5_000;
const KEPT_MS = 30 * 24 * HOUR_MS;
const GONE = 410;

export interface WebhookSenderOptions {
  db: Database;
  /** Hosts that may be told something. */
  hosts: readonly string[];
  /** Opens the secret of a webhook. */
  open: (secret: string, webhookId: string) => Promise<string>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export interface WebhookSender {
  /** There may be something to send. */
  wake(): void;
  stop(): Promise<void>;
}

/** How long a delivery waits after its n-th failed attempt, ms; null: it is given up. */
export const waitAfter = (attempts: number): number | null => WAITS_MS[attempts - 1] ?? null;

/** Notes what happens for webhooks, and sends it, from now on. Several servers may do so on one database. */
export function startWebhooks({ db, hosts, open, log }: WebhookSenderOptions): WebhookSender {
  const store = webhooksStore(db);
  const stopping = new AbortController();
  let rest: PromiseWithResolvers<void> | null = null;
  let news = false;
  let cleanedAt = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause = LOOK_EVERY_MS;
      try {
        await noteEvents(db);
        const due = await store.claim(BATCH, LEASE_MS);
        await Promise.all(due.map(deliver));
        if (due.length === BATCH) pause = 0;
        await clean();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ err: error }, 'webhooks cannot be told anything at the moment');
        pause = PAUSE_MS;
      }
      if (!news) await wait(pause);
      news = false;
    }
  }

  async function deliver(due: DueDelivery): Promise<void> {
    const { deliveryId, webhookId, url, attempts } = due;
    const { status, problem } = await send(due);
    if (status !== null && status >= 200 && status < 300) return store.delivered(deliveryId, status);
    if (status === GONE) await store.pause(webhookId, 'The receiver says that it is gone for good (410).');
    log.info({ deliveryId, host: new URL(url).host, attempts, status, problem }, 'a webhook was not delivered');
    await store.notDelivered(deliveryId, status, problem, waitAfter(attempts));
  }

  async function send({ deliveryId, webhookId, url, secret, payload }: DueDelivery) {
    // The operator may have changed the list since.
    const forbidden = addressProblem(url, hosts);
    if (forbidden !== null) return { status: null, problem: `The address ${forbidden}.` };
    try {
      const body = JSON.stringify(payload);
      const headers = signedHeaders(await open(secret, webhookId), deliveryId, Math.floor(Date.now() / 1000), body);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Academy-Webhooks', ...headers },
        body,
        // Another host could stand behind it.
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, problem: `The receiver answered ${response.status}.` };
    } catch (error) {
      return { status: null, problem: problemOf(error) };
    }
  }

  async function clean(): Promise<void> {
    if (Date.now() - cleanedAt < HOUR_MS) return;
    cleanedAt = Date.now();
    await store.deleteOlderThan(KEPT_MS);
  }

  async function wait(ms: number): Promise<void> {
    if (stopping.signal.aborted) return;
    const resting = Promise.withResolvers<void>();
    rest = resting;
    const timer = setTimeout(resting.resolve, ms);
    await resting.promise;
    clearTimeout(timer);
    rest = null;
  }

  const running = run();
  return {
    wake() {
      news = true;
      rest?.resolve();
    },
    async stop() {
      stopping.abort();
      rest?.resolve();
      await running;
    },
  };
}

/** Why no answer came, in a sentence. */
function problemOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } }).cause?.code;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `No answer came within ${ANSWER_MS / 1000} seconds.`;
  return typeof cause === 'string'
    ? `The receiver could not be reached (${cause}).`
    : 'The receiver could not be reached.';
}
