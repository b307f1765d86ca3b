import type { Database } from '../db/connect.ts';
import { outboxMail } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';

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
  /** One line. */
  subject: string;
  plain: string;
  html: string;
}

/** Puts a mail into the outbox, in the transaction of what causes it. A key that is there already changes nothing. */
export async function enqueueMail(db: Database | Transaction, mail: NewMail): Promise<void> {
  await db.insert(outboxMail).values(mail).onConflictDoNothing({ target: outboxMail.key });
}
