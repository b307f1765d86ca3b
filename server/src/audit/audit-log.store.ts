import { and, asc, desc, eq, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { containing } from '../db/containing.ts';
import { inPeriod, type Period } from '../db/in-period.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import { auditEvent } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

export type AuditRow = typeof auditEvent.$inferSelect;

/** Filters of the audit log. */
export interface AuditFilters extends Period {
  q: string;
  about?: string | undefined;
  target?: string | undefined;
  /** With entries of the installation as a whole, which administrators of one academy do not see. */
  ofInstallation: boolean;
}

/** The audit log as administrators read it: entries of their academy and of the installation as a whole. */
export function auditLogStore(db: Database) {
  const condition = (
    tenantId: TenantScope,
    { q, about, target, ofInstallation, ...period }: AuditFilters,
  ): SQL | undefined =>
    and(
      or(eq(auditEvent.tenantId, tenantId), ofInstallation ? isNull(auditEvent.tenantId) : undefined),
      about === undefined ? undefined : like(auditEvent.action, `${about}.%`),
      target === undefined ? undefined : eq(auditEvent.targetId, target),
      inPeriod(auditEvent.at, period),
      containing(q, [
        auditEvent.actorName,
        auditEvent.action,
        auditEvent.targetId,
        auditEvent.address,
        sql`${auditEvent.details}::text`,
      ]),
    );

  return {
    /** One page, and the number of entries on all pages. */
    async page(
      tenantId: TenantScope,
      filters: AuditFilters,
      { pageNumber, pageSize, sortDir }: { pageNumber: number; pageSize: number; sortDir: 'asc' | 'desc' },
    ): Promise<{ rows: AuditRow[]; total: number }> {
      const where = condition(tenantId, filters);
      const order = sortDir === 'asc' ? asc : desc;
      const slice = rowsOfPage({ pageNumber, pageSize });
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(auditEvent)
          .where(where)
          .orderBy(order(auditEvent.eventId))
          .limit(slice.limit)
          .offset(slice.offset),
        countForTable(db, db.select(ONE).from(auditEvent).where(where)),
      ]);
      return { rows, total };
    },

    /** Rows after a given one, newest first. @param after the last row of the previous page */
    async after(
      tenantId: TenantScope,
      filters: AuditFilters,
      after: AuditRow | null,
      max: number,
    ): Promise<AuditRow[]> {
      return db
        .select()
        .from(auditEvent)
        .where(and(condition(tenantId, filters), after === null ? undefined : lt(auditEvent.eventId, after.eventId)))
        .orderBy(desc(auditEvent.eventId))
        .limit(max);
    },

    /** The kinds of things that have entries: the first word of each action. */
    async kinds(tenantId: TenantScope, { ofInstallation }: Pick<AuditFilters, 'ofInstallation'>): Promise<string[]> {
      const rows = await db.execute<{ kind: string }>(KINDS(tenantId, ofInstallation));
      return rows.rows.map(({ kind }) => kind);
    },
  };
}

export type AuditLogStore = ReturnType<typeof auditLogStore>;

/** Skips from one action to the next by the index, so that the cost does not depend on the number of rows. */
const KINDS = (tenantId: TenantScope, ofInstallation: boolean): SQL => sql`
  with recursive actions (action) as (
    (select action from audit_event order by action limit 1)
    union all
    select (
      select next.action from audit_event next where next.action > actions.action order by next.action limit 1
    ) from actions where actions.action is not null
  )
  select distinct split_part(action, '.', 1) as kind from actions
  where action is not null and exists (
    select 1 from audit_event event
    where event.action = actions.action and (event.tenant_id = ${tenantId} or (${ofInstallation}::boolean and event.tenant_id is null))
  ) order by kind`;
