import type { TenantId } from '@academy/contract/tenants';
import type { FastifyBaseLogger } from 'fastify';
import type { From } from './from-of.ts';
import type { OutboxMail, OutboxStore } from './outbox.store.ts';
import { type Fate, fateOf, type MailTransport, problemOf } from './smtp.ts';

const MINUTE_MS = 60_000;
/** Waits after the first, second ... failed attempt; the last one counts from then on. */
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** Without a working mail server nothing is wrong with the mail: it is tried again sooner. */
const UNREACHABLE_WAIT_MS = 5 * MINUTE_MS;
/** Mail that is older is given up, ms. */
const MOST_AGE_MS = 48 * 60 * MINUTE_MS;
/** Mails taken at once. */
const BATCH = 10;
/** Longest attempt for one mail, ms. */
const ATTEMPT_MS = MINUTE_MS;
/** A server that dies gives its mails back after this; longer than a batch can take, ms. */
const LEASE_MS = 15 * MINUTE_MS;
/** Mail of other servers and of the command line is noticed within this, ms. */
const LOOK_EVERY_MS = 2_000;
/** After a failure of mail server or database, ms. */
const PAUSE_MS = 5_000;
/** Longest wait for mails under way when the server stops, ms. */
const STOP_MS = 3_000;

export interface MailerOptions {
  outbox: OutboxStore;
  transport: MailTransport;
  /** Address that mail of an academy comes from. */
  fromOf(tenantId: TenantId): Promise<From>;
  /** Name beside it. */
  nameOf(tenantId: TenantId): string;
  /** Keeps what mails said after they were sent, for the local mailbox. */
  keepText: boolean;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface Mailer {
  /** Looks for mail now: some was put into the outbox. */
  wake(): void;
  /** Takes no more mail, lets mails under way finish for a moment, and closes the connections. */
  stop(): Promise<void>;
}

/** How long a mail waits after its n-th failed attempt, ms. */
export function waitAfter(attempts: number, fate: Fate): number {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? MINUTE_MS;
  return fate === 'unreachable' ? Math.min(wait, UNREACHABLE_WAIT_MS) : wait;
}

/** Delivers the outbox from now on. Several servers may do so on one database: each mail is taken by one of them. */
export function startMailer({ outbox, transport, fromOf, nameOf, keepText, log }: MailerOptions): Mailer {
  const stopping = new AbortController();
  let stopped = false;
  let news = false;
  const resting = new Set<() => void>();

  async function run(): Promise<void> {
    let lost = false;
    while (!stopped) {
      let pause = LOOK_EVERY_MS;
      try {
        const mails = await outbox.claim(BATCH, LEASE_MS);
        lost = false;
        // All of them come to their end before the next are taken, whatever becomes of one.
        const ends = await Promise.allSettled(mails.map(deliver));
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
        if (ends.some((end) => end.status === 'fulfilled' && !end.value)) pause = PAUSE_MS;
        else if (mails.length > 0) pause = 0;
      } catch (error) {
        // Public reading goes on without the database, and so does the mailer once it is back.
        if (!lost) log.warn({ err: error }, 'the outbox cannot be read');
        lost = true;
        pause = PAUSE_MS;
      }
      if (!news) await rest(pause);
      news = false;
    }
  }

  /** @returns false when no mail can be sent at the moment */
  async function deliver(mail: OutboxMail): Promise<boolean> {
    const about = { mailId: mail.mailId, kind: mail.kind, attempts: mail.attempts };
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ATTEMPT_MS)]);
      const from = await fromOf(mail.tenantId);
      const wanted = { ...mail, replyTo: mail.replyTo ?? from.replyTo };
      await transport.send(wanted, { name: nameOf(mail.tenantId), address: from.address }, signal);
    } catch (error) {
      const fate = fateOf(error);
      const problem = problemOf(error);
      if (fate === 'refused') {
        log.warn({ ...about, problem }, 'a mail was refused and is given up');
        await outbox.giveUp(mail, problem);
      } else {
        log.warn({ ...about, problem }, 'a mail was not sent and is tried again');
        await outbox.tryLater(mail, problem, waitAfter(mail.attempts, fate), MOST_AGE_MS);
      }
      return fate !== 'unreachable';
    }
    log.info(about, 'a mail was sent');
    await noteSent(mail);
    return true;
  }

  /** What was sent must be known to be sent, also when the database is away for a while: nobody wants mail twice. */
  async function noteSent(mail: OutboxMail): Promise<void> {
    for (;;) {
      try {
        return await outbox.sent(mail, keepText);
      } catch (error) {
        if (stopped) throw error;
        log.warn({ mailId: mail.mailId, err: error }, 'a mail was sent, but that cannot be noted yet');
        await rest(PAUSE_MS);
      }
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, stopped ? 0 : ms);
      resting.add(done);
    });
  }

  function wake(): void {
    news = true;
    for (const done of [...resting]) done();
  }

  const running = run();
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      const cutOff = setTimeout(() => stopping.abort(), STOP_MS);
      await running;
      clearTimeout(cutOff);
      transport.close();
    },
  };
}

/** Mail is kept this long, sent or not, ms. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS;
const CLEAN_EVERY_MS = 60 * MINUTE_MS;

/** Deletes old mail from the outbox now and then. @returns how to stop it */
export function startOutboxCleaning(outbox: OutboxStore, log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  const clean = () =>
    void outbox.deleteOlderThan(KEPT_MS).catch((error: unknown) => log.warn({ err: error }, 'old mail stays'));
  clean();
  const cleaning = setInterval(clean, CLEAN_EVERY_MS);
  cleaning.unref();
  return () => clearInterval(cleaning);
}
