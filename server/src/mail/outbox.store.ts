import { EmailSchema } from '@academy/contract/email';
import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { outboxMail } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { oneLine } from './one-line.ts';

/** A mail that is to be sent, ready rendered. */
export interface NewMail {
  /** One mail per key, whatever is tried again. */
  key: string;
  tenantId: string;
  /** `verify-email`, `contact` ... */
  kind: string;
  /** One parsed address. */
  recipient: string;
  replyTo?: string;
  /** Where one request ends mail of this kind. */
  unsubscribeUrl?: string;
  /** One line. */
  subject: string;
  plain: string;
  html: string;
}

export type OutboxMail = typeof outboxMail.$inferSelect;

const SUBJECT_LENGTH = 200;

/**
 * Puts a mail into the outbox, in the transaction of what causes it. A key that is there already changes nothing.
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

/** The outbox as those see it who deliver it. Time is the database's, so that servers agree. */
export function outboxStore(db: Queries) {
  const waiting = and(isNull(outboxMail.sentAt), isNull(outboxMail.failedAt));
  const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;
  const mine = (mail: OutboxMail) =>
    and(eq(outboxMail.mailId, mail.mailId), eq(outboxMail.attempts, mail.attempts), isNull(outboxMail.sentAt));

  return {
    /**
     * Takes due mails for a while: until `leaseMs` has passed nobody else gets them.
     *
     * @param most how many at most
     */
    async claim(most: number, leaseMs: number): Promise<OutboxMail[]> {
      const due = db
        .select({ mailId: outboxMail.mailId })
        .from(outboxMail)
        .where(and(waiting, sql`${outboxMail.nextAttemptAt} <= now()`))
        .orderBy(outboxMail.nextAttemptAt)
        .limit(most)
        .for('update', { skipLocked: true });
      return db
        .update(outboxMail)
        .set({ attempts: sql`${outboxMail.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
        .where(sql`${outboxMail.mailId} in ${due}`)
        .returning();
    },

    /** @param keepText false forgets what it said: codes and links */
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

    /** @param waitMs until the next attempt; older mail than `mostAgeMs` is given up instead */
    async tryLater(mail: OutboxMail, problem: string, waitMs: number, mostAgeMs: number): Promise<void> {
      const tooOld = sql`${outboxMail.createdAt} < ${inMs(-mostAgeMs)}`;
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

    /** What waits and what went wrong, over all academies. */
    async summary(): Promise<OutboxSummary> {
      const { rows } = await db.execute<{ waiting: number; oldest: Date | string | null; givenUp: number }>(sql`
        select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
          min(created_at) filter (where sent_at is null and failed_at is null) as oldest,
          count(*) filter (where failed_at > now() - interval '7 days')::int as "givenUp"
        from outbox_mail`);
      // The mail that was tried last and still waits, unless another one was sent since.
      const [tried] = await db
        .select({ problem: outboxMail.lastError })
        .from(outboxMail)
        .where(
          and(
            waiting,
            sql`${outboxMail.lastError} is not null`,
            sql`not exists (
              select 1 from outbox_mail newer
              where newer.sent_at is not null and newer.created_at >= ${outboxMail.createdAt})`,
          ),
        )
        .orderBy(desc(outboxMail.createdAt))
        .limit(1);
      const [counts] = rows;
      return {
        waiting: counts?.waiting ?? 0,
        oldest: counts?.oldest == null ? null : new Date(counts.oldest),
        givenUp: counts?.givenUp ?? 0,
        problem: tried?.problem ?? null,
      };
    },

    /** Newest first. @param recipient null: of everybody */
    async newest(recipient: string | null, most: number): Promise<OutboxMail[]> {
      return db
        .select()
        .from(outboxMail)
        .where(recipient === null ? undefined : eq(outboxMail.recipient, recipient))
        .orderBy(desc(outboxMail.createdAt), desc(outboxMail.mailId))
        .limit(most);
    },

    async byId(mailId: string): Promise<OutboxMail | null> {
      const rows = await db.select().from(outboxMail).where(sql`${outboxMail.mailId}::text = ${mailId}`);
      return rows[0] ?? null;
    },

    /** @returns how many */
    async deleteOlderThan(ageMs: number): Promise<number> {
      const done = await db.delete(outboxMail).where(lt(outboxMail.createdAt, inMs(-ageMs)));
      return done.rowCount ?? 0;
    },
  };
}

/** The outbox in numbers. */
export interface OutboxSummary {
  waiting: number;
  /** When the oldest mail that waits was written. */
  oldest: Date | null;
  /** In the last seven days. */
  givenUp: number;
  /** Why mail is not leaving at present; null when nothing went wrong with the last of it. */
  problem: string | null;
}

export type OutboxStore = ReturnType<typeof outboxStore>;
