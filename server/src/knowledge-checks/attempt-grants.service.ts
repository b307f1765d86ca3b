import { AcademyError } from '@academy/contract/errors';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { personIdOf } from '../values/scope.ts';
import { endOfAttempt, retakeTime } from './attempts.present.ts';
import { attemptsStore, holdPerson } from './attempts.store.ts';

/** Lets learners take a check again that can be submitted only once. */
export function attemptGrantsService(db: Database) {
  return {
    /**
     * Sets the time that a learner has besides the limit, for the newest attempt at a check and for later ones, with an
     * entry in the audit log.
     *
     * @throws AcademyError not-found; conflict for an attempt without a time limit, one whose time is over, or an older one
     */
    async giveTime(personId: string, attemptId: string, minutes: number, by: AuditActor): Promise<void> {
      await db.transaction(async (tx) => {
        const store = attemptsStore(tx);
        const found = await store.ofPerson(personId, attemptId);
        if (found === null) throw new AcademyError('not-found');
        const learner = personIdOf({ personId });
        await holdPerson(tx, learner);
        const [last] = await store.lines(learner, found.tenantId, found.lessonId);
        if (last?.attemptId !== attemptId) throw new AcademyError('conflict', { field: 'attemptId' });
        const end = endOfAttempt(last);
        if (end === null || (last.submittedAt === null && end < Date.now()))
          throw new AcademyError('conflict', { field: 'attemptId' });
        if (last.moreTime === minutes * 60) return;
        await store.change(attemptId, { moreTime: minutes * 60 });
        await writeAudit(tx, {
          action: 'attempt.give-time',
          target: { kind: 'person', id: personId },
          tenantId: found.tenantId,
          details: { email: found.email, lesson: found.lessonId, minutes },
          by,
        });
      });
    },

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
        if (last.submittedAt === null || last.passed === true || retakeTime(last) !== null)
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
