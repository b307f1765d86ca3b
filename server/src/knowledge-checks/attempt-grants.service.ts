import { AcademyError } from '@academy/contract/errors';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { personIdOf } from '../values/scope.ts';
import { mayRetake } from './attempts.present.ts';
import { attemptsStore, holdPerson } from './attempts.store.ts';

/** Lets learners take a check again that can be submitted only once. */
export function attemptGrantsService(db: Database) {
  return {
    /**
     * Grants another attempt after a learner's last one, with an entry in the audit log. Idempotent until the learner
     * begins it.
     *
     * @returns when it was granted
     * @throws AcademyError not-found; conflict for an attempt that is open, passed, may be retaken, or is not the last
     */
    async grant(personId: string, attemptId: string, by: AuditActor): Promise<Date> {
      return db.transaction(async (tx) => {
        const store = attemptsStore(tx);
        const found = await store.ofPerson(personId, attemptId);
        if (found === null) throw new AcademyError('not-found');
        const learner = personIdOf({ personId });
        await holdPerson(tx, learner);
        const [last] = await store.lines(learner, found.tenantId, found.lessonId);
        if (last?.attemptId !== attemptId) throw new AcademyError('conflict', { field: 'attemptId' });
        if (last.retryGrantedAt !== null) return last.retryGrantedAt;
        if (last.submittedAt === null || last.passed === true || mayRetake(last, last))
          throw new AcademyError('conflict', { field: 'attemptId' });
        const retryGrantedAt = new Date();
        await store.change(attemptId, { retryGrantedAt });
        await writeAudit(tx, {
          action: 'attempt.grant',
          target: { kind: 'person', id: personId },
          tenantId: found.tenantId,
          details: { email: found.email, lesson: found.lessonId },
          by,
        });
        return retryGrantedAt;
      });
    },
  };
}

export type AttemptGrants = ReturnType<typeof attemptGrantsService>;
