import { LAB_FAILURE_DAYS, LAB_LIST_LENGTH } from '@academy/contract/labs-admin';
import { and, count, desc, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { labSession } from '../db/lab-tables.ts';
import { olderThan } from '../db/older-than.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';
import type { LabSessionRow } from './labs.store.ts';

/** A session with its learner. */
export interface LabSessionOf {
  session: LabSessionRow;
  firstName: string;
  lastName: string;
}

/** Lab sessions of all learners in one academy. */
export function labsAdminStore(queries: Queries) {
  const newest = (conditions: (SQL | undefined)[], max = LAB_LIST_LENGTH) =>
    queries
      .select({ session: labSession, firstName: person.firstName, lastName: person.lastName })
      .from(labSession)
      .innerJoin(person, eq(person.personId, labSession.personId))
      .where(and(...conditions))
      .orderBy(desc(labSession.startedAt), desc(labSession.sessionId))
      .limit(max);
  const alive = (tenantId: TenantScope) => [eq(labSession.tenantId, tenantId), ne(labSession.state, 'ended')];
  const failedLately = [
    eq(labSession.endReason, 'failed'),
    gt(labSession.startedAt, sql`now() - make_interval(days => ${LAB_FAILURE_DAYS})`),
  ];
  return {
    running: (tenantId: TenantScope): Promise<LabSessionOf[]> => newest(alive(tenantId)),

    /** Expired sessions that have not been ended. */
    over: (tenantId: TenantScope): Promise<LabSessionOf[]> =>
      newest([...alive(tenantId), lt(labSession.expiresAt, sql`now()`)]),

    async countRunning(tenantId: TenantScope): Promise<number> {
      const [row] = await queries
        .select({ sessions: count() })
        .from(labSession)
        .where(and(...alive(tenantId)));
      return row?.sessions ?? 0;
    },

    failed: (tenantId: TenantScope): Promise<LabSessionOf[]> =>
      newest([eq(labSession.tenantId, tenantId), ...failedLately]),

    /**
     * Running and recently failed sessions after a given one, newest first. @param after the last one of the previous
     * page
     */
    async after(tenantId: TenantScope, after: LabSessionOf | null, max: number): Promise<LabSessionOf[]> {
      const older = olderThan(labSession.startedAt, labSession.sessionId, after?.session.sessionId ?? null);
      const listed = or(ne(labSession.state, 'ended'), and(...failedLately));
      return newest([eq(labSession.tenantId, tenantId), listed, older], max);
    },

    async byId(tenantId: TenantScope, sessionId: string): Promise<LabSessionOf | null> {
      const [row] = await newest([eq(labSession.tenantId, tenantId), eq(labSession.sessionId, sessionId)]);
      return row ?? null;
    },
  };
}
