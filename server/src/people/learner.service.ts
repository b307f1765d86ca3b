import { AcademyError } from '@academy/contract/errors';
import type { Learner } from '@academy/contract/people-learners';
import { deviceOf } from '@academy/identity/device';
import type { CoursesService } from '../courses/courses.service.ts';
import type { Database } from '../db/connect.ts';
import type { Tenants } from '../http/tenant.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { signedInBrowsers } from '../identity/sessions.store.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import { scopeOf } from '../values/scope.ts';
import { invitationsOf } from './invitations.store.ts';
import { learnerStore } from './learner.store.ts';
import { firstLoginOf, presentRow } from './people.present.ts';
import { actorOf } from './people.service.ts';
import type { PersonRow } from './people.store.ts';

export interface LearnerOptions {
  db: Database;
  tenants: Tenants;
  courses: Pick<CoursesService, 'itemsByIds'>;
  progress: Pick<ProgressService, 'ownCourses'>;
  now?: () => number;
}

/** One learner in all academies, as administrators see them. */
export function learnerService({ db, tenants, courses, progress, now = Date.now }: LearnerOptions) {
  const store = learnerStore(db);

  /** The learner's started courses, counted by the ledger as on the learner's own pages. */
  async function coursesOf(row: PersonRow): Promise<Learner['courses']> {
    const actor = actorOf(row, { kind: 'session', grantId: null, sessionUid: null, authenticatedAt: null }, now());
    const ofTenants = [...tenants.values()].map(async (tenant) => {
      const scope = { tenant, tenantId: scopeOf(tenant), actor, correlationId: '' };
      const { items, started } = await progress.ownCourses(scope);
      const named = await courses.itemsByIds(tenant, started);
      return named.flatMap(({ courseId, title, slug }) => {
        const own = items[courseId];
        if (own === undefined) return [];
        const { completedLesson, lessonsCount } = own;
        return [{ tenantId: tenant.tenantId, courseId, title, slug, completedLesson, lessonsCount }];
      });
    });
    return (await Promise.all(ofTenants)).flat();
  }

  return {
    /** @throws AcademyError not-found */
    async details(personId: string): Promise<Learner> {
      const row = await store.person(personId);
      if (row === null) throw new AcademyError('not-found');
      const managedHere = row.issuer === EMBEDDED_ISSUER;
      const [ownCourses, attempts, certificates, labs, tokens, audit, browsers, invitations] = await Promise.all([
        coursesOf(row),
        store.attempts(personId),
        store.certificates(personId),
        store.labs(personId),
        store.tokens(personId),
        store.audit(personId),
        managedHere ? signedInBrowsers(db, row.subject, new Date(now())) : [],
        invitationsOf(db, [personId]),
      ]);
      return {
        person: presentRow(row, now()),
        createdAt: row.createdAt.toISOString(),
        addedAt: row.addedAt?.toISOString() ?? null,
        firstLoginAt: firstLoginOf(row)?.toISOString() ?? null,
        invitation: invitations.get(personId) ?? null,
        managedHere,
        courses: ownCourses,
        attempts: attempts.map(
          ({ title, lessonId, createdAt, submittedAt, retryGrantedAt, isOnly, moreSeconds, ...rest }) => ({
            ...rest,
            moreMinutes: moreSeconds === null ? null : Math.round(moreSeconds / 60),
            canGrant: isOnly && rest.passed === false && retryGrantedAt === null,
            grantedAt: retryGrantedAt?.toISOString() ?? null,
            title: title ?? lessonId,
            startedAt: createdAt.toISOString(),
            submittedAt: submittedAt?.toISOString() ?? null,
          }),
        ),
        certificates: certificates.map(({ issuedAt, revokedAt, ...rest }) => ({
          ...rest,
          issuedAt: issuedAt.toISOString(),
          isRevoked: revokedAt !== null,
        })),
        labs: labs.map(({ startedAt, ...rest }) => ({ ...rest, startedAt: startedAt.toISOString() })),
        sessions: browsers.map(({ sessionUid, userAgent, createdAt, lastUsedAt }) => ({
          sessionId: sessionUid,
          device: deviceOf(userAgent),
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
        tokens: tokens.map(({ expiresAt, lastUsedAt, ...rest }) => ({
          ...rest,
          expiresAt: expiresAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        audit: audit.map(({ eventId, at, ...rest }) => ({ ...rest, eventId: String(eventId), at: at.toISOString() })),
      };
    },
  };
}

export type LearnerService = ReturnType<typeof learnerService>;
