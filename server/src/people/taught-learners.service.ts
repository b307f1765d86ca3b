import { AcademyError } from '@academy/contract/errors';
import { LEARNER_ENTRIES, type TaughtLearner } from '@academy/contract/people-learners';
import { covers, scopesOf, WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import type { TablePage } from '../db/table-page.ts';
import { type SignedInScope, scopeOf, type TenantScope } from '../values/scope.ts';
import { gradeScopes, holderOfActor } from './held-roles.ts';
import type { LearnerOptions } from './learner.service.ts';
import { learnerStore } from './learner.store.ts';
import { actorOf } from './people.service.ts';
import { taughtLearnersStore } from './taught-learners.store.ts';

const teaches = ({ actor, tenantId }: SignedInScope): readonly string[] =>
  scopesOf(holderOfActor(actor), 'instructor', tenantId);

/** Learners as their instructors see them: in one academy, what is taught, and nothing private. */
export function taughtLearnersService({ db, courses, progress, now = Date.now }: LearnerOptions) {
  const store = taughtLearnersStore(db);
  const people = learnerStore(db);

  const isTaught = async (tenantId: TenantScope, scopes: readonly string[], personId: string): Promise<boolean> =>
    store.isTaught(tenantId, scopes, await store.coursesIn(tenantId, scopes), personId);

  /** @throws AcademyError not-found, also for somebody who is not taught by the caller */
  async function details(scope: SignedInScope, personId: string): Promise<TaughtLearner> {
    const { tenant, tenantId } = scope;
    const own = teaches(scope);
    // Of people in their groups instructors see everything that is learnt in the academy.
    const isInGroup = await store.isInGroup(own, personId);
    const scopes = isInGroup ? [WHOLE_ACADEMY] : own;
    const judged = gradeScopes(tenant, holderOfActor(scope.actor));
    const graded = (await store.isInGroup(judged, personId)) ? [WHOLE_ACADEMY] : judged;
    const isGraded = (courseId: string) => graded.some((one) => covers(one, `course:${courseId}`));
    const row = await people.person(personId);
    if (row === null || !(isInGroup || (await isTaught(tenantId, own, personId)))) throw new AcademyError('not-found');
    const learner = actorOf(row, { kind: 'session', grantId: null, sessionUid: null, authenticatedAt: null }, now());
    const asLearner = { tenant, tenantId: scopeOf(tenant), actor: learner, correlationId: '' };
    const [{ items, started }, attempts, certificates] = await Promise.all([
      progress.ownCourses(asLearner),
      people.attempts(personId, tenantId),
      store.certificates(tenantId, personId),
    ]);
    const isShown = (courseId: string) => scopes.some((one) => covers(one, `course:${courseId}`));
    const [named, courseOf] = await Promise.all([
      courses.itemsByIds(tenant, started.filter(isShown)),
      store.coursesOfLessons(
        tenantId,
        attempts.map(({ lessonId }) => lessonId),
      ),
    ]);
    return {
      learner: { userId: personId, firstName: row.firstName, lastName: row.lastName },
      courses: named.flatMap(({ courseId, title, slug }) => {
        const one = items[courseId];
        if (one === undefined) return [];
        const { completedLesson, lessonsCount } = one;
        return [{ tenantId, courseId, title, slug, completedLesson, lessonsCount }];
      }),
      attempts: attempts
        .filter(({ lessonId }) => isShown(courseOf.get(lessonId) ?? ''))
        .map(({ attemptId, title, lessonId, createdAt, submittedAt, score, total, passed, ...help }) => ({
          ...{ attemptId, total },
          ...(isGraded(courseOf.get(lessonId) ?? '') ? { score, passed } : { score: null, passed: null }),
          title: title ?? lessonId,
          startedAt: createdAt.toISOString(),
          submittedAt: submittedAt?.toISOString() ?? null,
          canGrant: help.isOnly && passed === false && help.retryGrantedAt === null,
          grantedAt: help.retryGrantedAt?.toISOString() ?? null,
          moreMinutes: help.moreSeconds === null ? null : Math.round(help.moreSeconds / 60),
        })),
      certificates: certificates
        .filter(({ kind, itemId }) => scopes.some((one) => covers(one, `${kind}:${itemId}`)))
        .slice(0, LEARNER_ENTRIES)
        .map(({ title, issuedAt, revokedAt }) => ({
          title,
          issuedAt: issuedAt.toISOString(),
          isRevoked: revokedAt !== null,
        })),
    };
  }

  return {
    /** The learners of the scopes, by name. */
    async list(scope: SignedInScope, q: string, page: TablePage) {
      const { rows, total } = await store.page(scope.tenantId, teaches(scope), q, page);
      return { content: rows, totalElements: total };
    },

    /** @throws AcademyError not-found for an attempt that the caller does not see */
    async refuseUnseen(scope: SignedInScope, personId: string, attemptId: string): Promise<void> {
      const { attempts } = await details(scope, personId);
      if (!attempts.some((attempt) => attempt.attemptId === attemptId)) throw new AcademyError('not-found');
    },

    details,
  };
}

export type TaughtLearnersService = ReturnType<typeof taughtLearnersService>;
