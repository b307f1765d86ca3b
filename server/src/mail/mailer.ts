import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId } from '@academy/contract/tenants';
import type { FastifyBaseLogger } from 'fastify';
import { step } from '../background/activity.ts';
import { startPolling } from '../background/polling.ts';
import type { From } from './from-of.ts';
import type { OutboxMail, OutboxStore } from './outbox.store.ts';
import { type Fate, fateOf, type MailTransport, problemOf } from './smtp.ts';

const MINUTE_MS = 60_000;
/** Waits after the first, second ... failed attempt; the last one applies from then on. */
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** An unreachable mail server says nothing about the mail itself: it is retried sooner. */
const UNREACHABLE_WAIT_MS = 5 * MINUTE_MS;
/** Mail that could not be sent for this long is given up, ms. */
const MAX_AGE_MS = 48 * 60 * MINUTE_MS;
/** Mails taken at once. */
const BATCH = 10;
/** Longest attempt for one mail, ms. */
const ATTEMPT_MS = MINUTE_MS;
/** Another server may claim a mail again after this, when the first one died; longer than a batch can take, ms. */
const LEASE_MS = 15 * MINUTE_MS;
/** Mail that another process wrote is found by polling this often, ms. */
const POLL_EVERY_MS = 2_000;
/** Wait while the mail server cannot be reached, or a sent mail cannot be marked as sent, ms. */
const PAUSE_MS = 5_000;
/** Longest wait for mails being sent when the server stops, ms. */
const STOP_MS = 3_000;

export interface MailerOptions {
  outbox: OutboxStore;
  transport: MailTransport;
  /** Sender of an academy's mail. */
  fromOf(tenantId: TenantId): Promise<From>;
  /** Name beside the sender's address. */
  nameOf(tenantId: TenantId): string;
  /** Keeps the text of sent mails, for the local mailbox. */
  keepText: boolean;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface Mailer {
  /** Polls at once, because mail was put into the outbox. */
  trigger(): void;
  /** Claims no more mail, gives mails being sent a moment to finish, and closes the connections. */
  stop(): Promise<void>;
}

/** How long a mail waits after its n-th failed attempt, ms. */
export function waitAfter(attempts: number, fate: Fate): number {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? MINUTE_MS;
  return fate === 'unreachable' ? Math.min(wait, UNREACHABLE_WAIT_MS) : wait;
}

/** Delivers the outbox until it is stopped. Several servers may share one database: each mail is claimed by one of them. */
export function startMailer({ outbox, transport, fromOf, nameOf, keepText, log }: MailerOptions): Mailer {
  const cutOff = new AbortController();

  async function sendDue(signal: AbortSignal): Promise<number | undefined> {
    const mails = await outbox.claim(BATCH, LEASE_MS);
    // The whole batch is settled before the next one is claimed, whatever happens to one mail.
    const ends = await Promise.allSettled(mails.map((mail) => delivering(mail, signal)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (ends.some((end) => end.status === 'fulfilled' && !end.value)) return PAUSE_MS;
    return mails.length > 0 ? 0 : undefined;
  }

  const delivering = (mail: OutboxMail, signal: AbortSignal) => {
    const attributes = { 'academy.mail.kind': mail.kind, 'academy.mail.attempts': mail.attempts };
    return step({ name: 'deliver mail', isRoot: true, attributes }, () => deliver(mail, signal));
  };

  /** @returns false when no mail can be sent at the moment */
  async function deliver(mail: OutboxMail, stopping: AbortSignal): Promise<boolean> {
    const about = { mailId: mail.mailId, kind: mail.kind, attempts: mail.attempts };
    try {
      const signal = AbortSignal.any([cutOff.signal, AbortSignal.timeout(ATTEMPT_MS)]);
      const from = await fromOf(mail.tenantId);
      const outgoing = { ...mail, replyTo: mail.replyTo ?? from.replyTo };
      const sender = { name: nameOf(mail.tenantId), address: from.address };
      await step({ name: 'send mail', kind: 'client' }, () => transport.send(outgoing, sender, signal));
    } catch (error) {
      const fate = fateOf(error);
      const problem = problemOf(error);
      if (fate === 'refused') {
        log.warn({ ...about, problem }, 'a mail was refused and is given up');
        await outbox.giveUp(mail, problem);
      } else {
        log.warn({ ...about, problem }, 'a mail was not sent and is tried again');
        await outbox.tryLater(mail, problem, waitAfter(mail.attempts, fate), MAX_AGE_MS);
      }
      return fate !== 'unreachable';
    }
    log.info(about, 'a mail was sent');
    await noteSent(mail, stopping);
    return true;
  }

  /** Retries until the database is back: a mail that is not marked as sent would be sent twice. */
  async function noteSent(mail: OutboxMail, stopping: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await outbox.sent(mail, keepText);
      } catch (error) {
        if (stopping.aborted) throw error;
        log.warn({ mailId: mail.mailId, err: error }, 'a mail was sent, but that cannot be noted yet');
        await delay(PAUSE_MS, undefined, { signal: stopping, ref: false });
      }
    }
  }

  const polling = startPolling({ work: 'sending mail', everyMs: POLL_EVERY_MS, run: sendDue, log });
  return {
    trigger: () => polling.trigger(),
    async stop() {
      const timer = setTimeout(() => cutOff.abort(), STOP_MS);
      await polling.stop();
      clearTimeout(timer);
      transport.close();
    },
  };
}
