import { createHash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { and, eq } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { contactMessage } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { answerMail } from '../mail/templates/answer-mail.ts';
import type { AcademyAddresses } from '../managed-emails/academy-addresses.ts';
import { inLanguageOf } from '../plugins/language.ts';
import type { SignedInScope, TenantScope } from '../scope.ts';

export interface ContactHandlingOptions {
  db: Database;
  addresses: Pick<AcademyAddresses, 'recipients'>;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
}

/** What administrators do with a contact message: state, note, and an answer by mail, in one audited transaction. */
export function contactHandling({ db, addresses, brandOf, mailQueued }: ContactHandlingOptions) {
  /** @throws AcademyError not-found */
  return async function handle(
    scope: SignedInScope & { tenantId: TenantScope },
    id: string,
    { state, note, answer }: HandlingChange,
  ): Promise<Handling> {
    const { tenantId } = scope;
    const written = await db.transaction(async (tx) => {
      const ours = and(eq(contactMessage.messageId, id), eq(contactMessage.tenantId, tenantId));
      const [found] = await tx
        .select({ message: contactMessage, language: person.language })
        .from(contactMessage)
        .leftJoin(person, eq(person.personId, contactMessage.personId))
        .where(ours)
        .for('update', { of: contactMessage });
      if (found === undefined) throw new AcademyError('not-found');
      if (answer !== undefined) {
        const { tenant, origin } = brandOf(tenantId);
        const [own] = await addresses.recipients(tx, tenantId, 'contact');
        const digest = createHash('sha256').update(answer).digest('hex').slice(0, 16);
        const key = `answer ${id} ${digest}`;
        const mail = {
          to: found.message.email,
          firstName: found.message.firstName,
          question: found.message.message,
          answer,
          replyTo: own?.email ?? null,
          key,
        };
        await enqueueMail(
          tx,
          inLanguageOf(found.language, () => answerMail(tenant, origin, mail)),
        );
      }
      const values = {
        ...(note === undefined ? {} : { note }),
        ...(answer === undefined ? {} : { answer }),
        state: state ?? (answer === undefined ? found.message.state : 'answered'),
        ...{ handledBy: scope.actor.email, handledAt: new Date() },
      };
      const [row] = await tx.update(contactMessage).set(values).where(ours).returning();
      if (row === undefined) throw new AcademyError('not-found');
      await writeAudit(tx, {
        action: 'contact.handle',
        target: { kind: 'message', id },
        tenantId,
        details: {
          before: { state: found.message.state },
          after: { state: row.state },
          answered: answer !== undefined,
        },
        by: auditActorOf(scope),
      });
      return row;
    });
    if (answer !== undefined) mailQueued();
    return handlingOf(written);
  };
}

type Handled = Pick<typeof contactMessage.$inferSelect, 'state' | 'note' | 'answer' | 'handledBy' | 'handledAt'>;

/** How a row was handled, as replies show it. */
export const handlingOf = ({ state, note, answer, handledBy, handledAt }: Handled): Handling => ({
  ...{ state: state as Handling['state'], note, answer, handledBy },
  handledAt: handledAt?.toISOString() ?? null,
});
