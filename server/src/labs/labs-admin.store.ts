import { LAB_FAILURE_DAYS, LAB_LIST_LENGTH } from '@academy/contract/labs-admin';
import { and, count, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import { labSession } from '../db/lab-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../scope.ts';
import type { LabSessionRow } from './labs.store.ts';

/** A session with whose it is. */
export interface LabSessionOf {
  session: LabSessionRow;
  firstName: string;
  lastName: string;
}

/** Lab sessions of everybody in one academy. */
export function labsAdminStore(queries: Queries) {
  const newest = (...conditions: SQL[]) =>
    queries
      .select({ session: labSession, firstName: person.firstName, lastName: person.lastName })
      .from(labSession)
      .innerJoin(person, eq(person.personId, labSession.personId))
      .where(and(...conditions))
      .orderBy(desc(labSession.startedAt), desc(labSession.sessionId))
      .limit(LAB_LIST_LENGTH);
  const alive = (tenantId: TenantScope) => [eq(labSession.tenantId, tenantId), ne(labSession.state, 'ended')];
  return {
    running: (tenantId: TenantScope): Promise<LabSessionOf[]> => newest(...alive(tenantId)),

    /** Sessions that have not ended although their time is up. */
    over: (tenantId: TenantScope): Promise<LabSessionOf[]> =>
      newest(...alive(tenantId), lt(labSession.expiresAt, sql`now()`)),

    async countRunning(tenantId: TenantScope): Promise<number> {
      const [row] = await queries
        .select({ sessions: count() })
        .from(labSession)
        .where(and(...alive(tenantId)));
      return row?.sessions ?? 0;
    },

    failed: (tenantId: TenantScope): Promise<LabSessionOf[]> =>
      newest(
        eq(labSession.tenantId, tenantId),
        eq(labSession.endReason, 'failed'),
        gt(labSession.startedAt, sql`now() - make_interval(days => ${LAB_FAILURE_DAYS})`),
      ),

    async byId(tenantId: TenantScope, sessionId: string): Promise<LabSessionOf | null> {
      const [row] = await newest(eq(labSession.tenantId, tenantId), eq(labSession.sessionId, sessionId));
      return row ?? null;
    },
  };
}
