import { EmailSchema } from '@academy/contract/email';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { outboxMail } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { oneLine } from './one-line.ts';

/** A rendered mail to be sent. */
export interface NewMail {
  /** One mail per key, even when a request is repeated. */
  key: string;
  tenantId: string;
  /** `verify-email`, `contact` ... */
  kind: string;
  /** One parsed address. */
  recipient: string;
  replyTo?: string;
  /** Address of one-click unsubscription. */
  unsubscribeUrl?: string;
  /** One line. */
  subject: string;
  plain: string;
  html: string;
}

export type OutboxMail = typeof outboxMail.$inferSelect;

const SUBJECT_LENGTH = 200;

/**
 * Puts a mail into the outbox, in the transaction that causes it. A key that exists already changes nothing.
 *
 * @throws when recipient or reply address is not one e-mail address
 */
export async function enqueueMail(db: Queries, mail: NewMail): Promise<void> {
  const { replyTo, ...given } = mail;
  const values = {
    ...given,
    recipient: v.parse(EmailSchema, mail.recipient),
    ...(replyTo === undefined ? {} : { replyTo: v.parse(EmailSchema, replyTo) }),
    subject: oneLine(mail.subject, SUBJECT_LENGTH),
  };
  await db.insert(outboxMail).values(values).onConflictDoNothing({ target: outboxMail.key });
}

/** The outbox as mailers use it. The time is the database's, so that servers agree. */
export function outboxStore(db: Queries) {
  const waiting = and(isNull(outboxMail.sentAt), isNull(outboxMail.failedAt));
  const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
  const mine = (mail: OutboxMail) =>
    and(eq(outboxMail.mailId, mail.mailId), eq(outboxMail.attempts, mail.attempts), isNull(outboxMail.sentAt));

  return {
    /**
     * Leases due mails: other servers skip them until `leaseMs` has passed.
     *
     * @param max how many at most
     */
    async claim(max: number, leaseMs: number): Promise<OutboxMail[]> {
      const due = db
        .select({ mailId: outboxMail.mailId })
        .from(outboxMail)
        .where(and(waiting, sql`${outboxMail.nextAttemptAt} <= now()`))
        .orderBy(outboxMail.nextAttemptAt)
        .limit(max)
        .for('update', { skipLocked: true });
      return db
        .update(outboxMail)
        .set({ attempts: sql`${outboxMail.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
        .where(sql`${outboxMail.mailId} in ${due}`)
        .returning();
    },

    /** @param keepText false deletes its text: codes and links */
    async sent(mail: OutboxMail, keepText: boolean): Promise<void> {
      await db
        .update(outboxMail)
        .set({
          sentAt: sql`now()`,
          lastError: null,
          ...(keepText ? {} : { plain: '', html: '', unsubscribeUrl: null }),
        })
        .where(eq(outboxMail.mailId, mail.mailId));
    },

    /** @param waitMs until the next attempt; mail older than `maxAgeMs` is given up instead */
    async tryLater(mail: OutboxMail, problem: string, waitMs: number, maxAgeMs: number): Promise<void> {
      const tooOld = sql`${outboxMail.createdAt} < ${inMs(-maxAgeMs)}`;
      await db
        .update(outboxMail)
        .set({
          lastError: problem,
          nextAttemptAt: inMs(waitMs),
          failedAt: sql`case when ${tooOld} then now() end`,
        })
        .where(mine(mail));
    },

    async giveUp(mail: OutboxMail, problem: string): Promise<void> {
      await db.update(outboxMail).set({ lastError: problem, failedAt: sql`now()` }).where(mine(mail));
    },

    /** Waiting and failed mail of all academies. */
    async summary(): Promise<OutboxSummary> {
      // What waits is read once, by its own index: the oldest of all mails would be looked for among those that were sent.
      const { rows } = await db.execute<Omit<OutboxSummary, 'oldest'> & { oldest: Date | string | null }>(sql`
        with waiting as materialized (
          select created_at, last_error from outbox_mail where sent_at is null and failed_at is null
        ),
        tried as (select created_at, last_error from waiting where last_error is not null order by created_at desc limit 1)
        select (select count(*)::int from waiting) as waiting, (select min(created_at) from waiting) as oldest,
          (select count(*)::int from outbox_mail where failed_at > now() - interval '7 days') as "givenUp",
          -- The last attempted mail that still waits, unless another one was sent since.
          (select last_error from tried where not exists (
            select from outbox_mail newer where newer.sent_at is not null and newer.created_at >= tried.created_at
          )) as problem`);
      const [found] = rows;
      if (found === undefined) throw new Error('the database counted no mail');
      return { ...found, oldest: found.oldest === null ? null : new Date(found.oldest) };
    },

    /** Newest first. @param recipient null: all recipients */
    async newest(recipient: string | null, max: number): Promise<OutboxMail[]> {
      return db
        .select()
        .from(outboxMail)
        .where(recipient === null ? undefined : eq(outboxMail.recipient, recipient))
        .orderBy(desc(outboxMail.createdAt), desc(outboxMail.mailId))
        .limit(max);
    },

    async byId(mailId: string): Promise<OutboxMail | null> {
      const rows = await db
        .select()
        .from(outboxMail)
        .where(sql`${outboxMail.mailId} = ${uuidOfText(mailId)}`);
      return rows[0] ?? null;
    },
  };
}

/** Numbers about the outbox. */
export interface OutboxSummary {
  waiting: number;
  /** When the oldest waiting mail was written. */
  oldest: Date | null;
  /** In the last seven days. */
  givenUp: number;
  /** Why mail is not sent at present; null when the last attempt succeeded. */
  problem: string | null;
}

export type OutboxStore = ReturnType<typeof outboxStore>;
