import { AcademyError } from '@academy/contract/errors';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import { and, eq } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import { feedback, person } from '../db/tables.ts';
import { type HandlingOptions, handledBy, handlingOf, queueAnswer, refuseStale } from '../handling/handled.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';

/** What administrators do with feedback: state, note, and an answer by mail, in one audited transaction. */
export function feedbackHandling(options: HandlingOptions) {
  /**
   * @throws AcademyError not-found; conflict for an answer to a writer who did not agree to be contacted, and when
   *   another person has handled it since the caller read it
   */
  return async function handle(
    scope: SignedInScope & { tenantId: TenantScope },
    id: string,
    change: HandlingChange,
  ): Promise<Handling> {
    const { tenantId } = scope;
    const { answer } = change;
    const written = await options.db.transaction(async (tx) => {
      const ours = and(eq(feedback.feedbackId, id), eq(feedback.tenantId, tenantId));
      const [found] = await tx
        .select({ feedback, email: person.email, firstName: person.firstName, language: person.language })
        .from(feedback)
        .leftJoin(person, and(eq(person.personId, feedback.personId), eq(feedback.allowContact, true)))
        .where(ours)
        .for('update', { of: feedback });
      if (found === undefined) throw new AcademyError('not-found');
      refuseStale(scope, change, found.feedback);
      if (answer !== undefined && found.email === null) throw new AcademyError('conflict');
      if (answer !== undefined) {
        await queueAnswer(tx, options, tenantId, {
          ...{ id, inbox: 'feedback', language: found.language, answer },
          to: found.email ?? '',
          firstName: found.firstName,
          question: found.feedback.comments,
        });
      }
      const values = handledBy(scope, change, found.feedback);
      const [row] = await tx.update(feedback).set(values).where(ours).returning();
      if (row === undefined) throw new AcademyError('not-found');
      await writeAudit(tx, {
        action: 'feedback.handle',
        target: { kind: 'feedback', id },
        tenantId,
        details: {
          before: { state: found.feedback.state },
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
