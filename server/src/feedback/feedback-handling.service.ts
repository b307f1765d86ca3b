import { createHash } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { Handling, HandlingChange } from '@academy/contract/handling';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { and, eq } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { feedback, person } from '../db/tables.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { answerMail } from '../mail/templates/answer-mail.ts';
import type { AcademyAddresses } from '../managed-emails/academy-addresses.ts';
import { inLanguageOf } from '../plugins/language.ts';
import type { SignedInScope, TenantScope } from '../scope.ts';

export interface FeedbackHandlingOptions {
  db: Database;
  addresses: Pick<AcademyAddresses, 'recipients'>;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
}

/** What administrators do with feedback: state, note, and an answer by mail, in one audited transaction. */
export function feedbackHandling({ db, addresses, brandOf, mailQueued }: FeedbackHandlingOptions) {
  /** @throws AcademyError not-found; conflict for an answer to a writer who did not agree to be contacted */
  return async function handle(
    scope: SignedInScope & { tenantId: TenantScope },
    id: string,
    { state, note, answer }: HandlingChange,
  ): Promise<Handling> {
    const { tenantId } = scope;
    const written = await db.transaction(async (tx) => {
      const ours = and(eq(feedback.feedbackId, id), eq(feedback.tenantId, tenantId));
      const [found] = await tx
        .select({ feedback, email: person.email, firstName: person.firstName, language: person.language })
        .from(feedback)
        .leftJoin(person, and(eq(person.personId, feedback.personId), eq(feedback.allowContact, true)))
        .where(ours)
        .for('update', { of: feedback });
      if (found === undefined) throw new AcademyError('not-found');
      if (answer !== undefined && found.email === null) throw new AcademyError('conflict');
      if (answer !== undefined) {
        const { tenant, origin } = brandOf(tenantId);
        const [own] = await addresses.recipients(tx, tenantId, 'feedback');
        const digest = createHash('sha256').update(answer).digest('hex').slice(0, 16);
        const key = `answer ${id} ${digest}`;
        const mail = {
          to: found.email ?? '',
          firstName: found.firstName,
          question: found.feedback.comments,
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
        state: state ?? (answer === undefined ? found.feedback.state : 'answered'),
        ...{ handledBy: scope.actor.email, handledAt: new Date() },
      };
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
    if (answer !== undefined) mailQueued();
    return handlingOf(written);
  };
}

type Handled = Pick<typeof feedback.$inferSelect, 'state' | 'note' | 'answer' | 'handledBy' | 'handledAt'>;

/** How a row was handled, as replies show it. */
export const handlingOf = ({ state, note, answer, handledBy, handledAt }: Handled): Handling => ({
  ...{ state: state as Handling['state'], note, answer, handledBy },
  handledAt: handledAt?.toISOString() ?? null,
});
