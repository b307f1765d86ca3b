import { createHash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { Database } from '../db/connect.ts';
import type { contactMessage } from '../db/message-tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { AcademyAddresses } from '../mail/academy-addresses.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { answerMail } from '../mail/templates/answer-mail.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';

export interface HandlingOptions {
  db: Database;
  addresses: Pick<AcademyAddresses, 'recipients'>;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
}

/** The columns of a row that administrators handle: a contact message, or feedback. */
type Handled = Pick<typeof contactMessage.$inferSelect, 'state' | 'note' | 'answer' | 'handledBy' | 'handledAt'>;

/** How a row was handled, as replies show it. */
export const handlingOf = ({ state, note, answer, handledBy, handledAt }: Handled): Handling => ({
  ...{ state: state as Handling['state'], note, answer, handledBy },
  handledAt: handledAt?.toISOString() ?? null,
});

/** @throws AcademyError conflict when another person has handled the row since the caller read it */
export function refuseStale(
  { actor }: SignedInScope,
  { expectedHandledAt: expected }: HandlingChange,
  { handledBy, handledAt }: Pick<Handled, 'handledBy' | 'handledAt'>,
): void {
  // A change of one's own that is sent again finds itself.
  if (expected === undefined || handledBy === null || handledBy === actor.email) return;
  if (handledAt?.toISOString() === expected) return;
  throw new AcademyError('conflict', { message: replyTexts.messageHandled({ name: handledBy }) });
}

/** The columns that a change writes. An answer without a state makes the row answered. */
export const handledBy = (
  { actor }: SignedInScope,
  { state, note, answer }: HandlingChange,
  before: Pick<Handled, 'state'>,
) => ({
  ...(note === undefined ? {} : { note }),
  ...(answer === undefined ? {} : { answer }),
  state: state ?? (answer === undefined ? before.state : 'answered'),
  ...{ handledBy: actor.email, handledAt: new Date() },
});

export interface Answer {
  /** Of the row that is answered: the same text is sent once. */
  id: string;
  /** Whose address a reply goes to. */
  inbox: 'contact' | 'feedback';
  to: string;
  firstName: string | null;
  language: Parameters<typeof inLanguageOf>[0];
  question: string;
  answer: string;
}

/** Queues the mail with an answer, in the language of the person who wrote. */
export async function queueAnswer(
  tx: Transaction,
  { addresses, brandOf }: Pick<HandlingOptions, 'addresses' | 'brandOf'>,
  tenantId: TenantScope,
  { id, inbox, language, ...words }: Answer,
): Promise<void> {
  const { tenant, origin } = brandOf(tenantId);
  const [own] = await addresses.recipients(tx, tenantId, inbox);
  const digest = createHash('sha256').update(words.answer).digest('hex').slice(0, 16);
  const mail = { ...words, replyTo: own?.email ?? null, key: `answer ${id} ${digest}` };
  await enqueueMail(
    tx,
    inLanguageOf(language, () => answerMail(tenant, origin, mail)),
  );
}
