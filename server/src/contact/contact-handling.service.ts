import { AcademyError } from '@academy/contract/errors';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import { and, eq } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import { contactMessage } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import { type HandlingOptions, handledBy, handlingOf, queueAnswer, refuseStale } from '../handling/handled.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';

/** What administrators do with a contact message: state, note, and an answer by mail, in one audited transaction. */
export function contactHandling(options: HandlingOptions) {
  /** @throws AcademyError not-found; conflict when another person has handled it since the caller read it */
  return async function handle(
    scope: SignedInScope & { tenantId: TenantScope },
    id: string,
    change: HandlingChange,
  ): Promise<Handling> {
    const { tenantId } = scope;
    const { answer } = change;
    const written = await options.db.transaction(async (tx) => {
      const ours = and(eq(contactMessage.messageId, id), eq(contactMessage.tenantId, tenantId));
      const [found] = await tx
        .select({ message: contactMessage, language: person.language })
        .from(contactMessage)
        .leftJoin(person, eq(person.personId, contactMessage.personId))
        .where(ours)
        .for('update', { of: contactMessage });
      if (found === undefined) throw new AcademyError('not-found');
      refuseStale(scope, change, found.message);
      if (answer !== undefined) {
        await queueAnswer(tx, options, tenantId, {
          ...{ id, inbox: 'contact', language: found.language, answer },
          to: found.message.email,
          firstName: found.message.firstName,
          question: found.message.message,
        });
      }
      const values = handledBy(scope, change, found.message);
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
    if (answer !== undefined) options.mailQueued();
    return handlingOf(written);
  };
}
