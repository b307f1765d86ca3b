import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { testDatabase } from '../testing/database.ts';
import type { From } from './from-of.ts';
import { type Mailer, startMailer } from './mailer.ts';
import { type NewMail, type OutboxStore, outboxStore } from './outbox.store.ts';
import { startSmtp, type TestSmtp } from './smtp.fixture.ts';
import { type SmtpServer, smtpTransport } from './smtp.ts';

export const log = pino({ level: 'silent' });

export const MAIL: NewMail = {
  key: 'verify:1',
  tenantId: 'spring',
  kind: 'verify-email',
  recipient: 'lena@example.org',
  subject: 'Confirm your address',
  plain: 'Your code is 123456.',
  html: '<p>Your code is 123456.</p>',
};

export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** A database with an outbox that is empty before each test; mailers and mail servers are stopped after it. */
export async function mailing() {
  const { db } = await testDatabase();
  const outbox = outboxStore(db);
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(() => db.delete(outboxMail));
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  const rowOf = async (key = MAIL.key) => (await db.select().from(outboxMail).where(eq(outboxMail.key, key)))[0];
  return {
    db,
    outbox,
    rowOf,

    /** Registers a function that runs after the test. */
    endLater(end: () => Promise<unknown>): void {
      ends.push(end);
    },

    async smtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
      const server = await startSmtp(options);
      ends.push(server.close);
      return server;
    },

    mailer(
      server: Partial<SmtpServer> & { port: number },
      more: { ca?: string; keepText?: boolean; outbox?: OutboxStore; from?: From } = {},
    ): Mailer {
      const whole = { host: '127.0.0.1', implicitTls: false, requireTls: false, auth: null, ...server };
      const one = startMailer({
        outbox: more.outbox ?? outbox,
        transport: smtpTransport(whole, more.ca),
        fromOf: async () => more.from ?? { address: 'academy@example.org', replyTo: null },
        nameOf: (tenantId) => `${tenantId} Academy`,
        keepText: more.keepText ?? false,
        log,
      });
      ends.push(one.stop);
      return one;
    },

    untilSent: (key?: string) => until(async () => expect((await rowOf(key))?.sentAt).toBeInstanceOf(Date)),

    /** Number of statements of this database that wait for a lock. */
    async waitingForLocks(): Promise<number> {
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting ?? 0;
    },

    /** Makes failed mails due again at once. */
    dueAgain: () => db.update(outboxMail).set({ nextAttemptAt: sql`now()` }),
  };
}
