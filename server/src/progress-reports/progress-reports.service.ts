import type { CallReply } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import type { FileReply } from '@academy/contract/exports';
import type { getProgressReport, ReportRow } from '@academy/contract/progress-reports';
import { type Holder, scopesOf } from '@academy/contract/rules/held-roles';
import type { ReportBy, ReportFormat } from '@academy/contract/rules/report-columns';
import type { Tenant } from '@academy/contract/tenants';
import type { DueService, Standing } from '../assignments/due.service.ts';
import type { Database } from '../db/connect.ts';
import { rowsOfPage, type TablePage } from '../db/table-page.ts';
import { tableFile } from '../exports/table-file.ts';
import { gradeScopes } from '../people/held-roles.ts';
import { type StatisticsCacheOptions, statisticsCache } from '../stats/statistics-cache.ts';
import { scopeOf, type TenantScope } from '../values/scope.ts';
import { type ItemReport, itemReport } from './item-reports.store.ts';
import { type PeopleOrder, peopleReport, type ReportScope } from './people-report.store.ts';
import { isGroupThere, reportChoices } from './report-choices.store.ts';
import { fileColumnsOf } from './report-file-columns.ts';
import { reachOf } from './report-reach.ts';
import { presentRow, type ReportFilters, type SelectedRow } from './report-rows.ts';
import { standingSource } from './standing-source.ts';

/** People whose rows are read at once for a file. */
const BATCH = 500;

type Asked = ReportFilters & { by: ReportBy };
type Report = CallReply<typeof getProgressReport>;

/** Reports of progress, within what the caller teaches or manages. */
export function progressReports(
  db: Database,
  due: Pick<DueService, 'standings'>,
  cache: StatisticsCacheOptions,
  now: () => number = Date.now,
) {
  const kept = statisticsCache<ReportRow[]>(cache);

  /** @throws AcademyError not-found for a group outside of what the caller may see */
  async function scopeFor(tenant: Tenant, holder: Holder, { group }: Asked): Promise<ReportScope> {
    const tenantId = scopeOf(tenant);
    const reach = reachOf(scopesOf(holder, 'instructor', tenantId));
    if (group !== undefined && !(await isGroupThere(db, tenantId, reach, group))) throw new AcademyError('not-found');
    return { tenantId, reach, graded: reachOf(gradeScopes(tenant, holder)), source: await standingSource(db) };
  }

  const itemRows = async (by: ItemReport, scope: ReportScope, asked: Asked): Promise<ReportRow[]> =>
    (await itemReport(db, by, scope, asked)).map(presentRow);

  /** Rows of people, with when their courses are due. */
  async function peopleRows(tenantId: TenantScope, rows: readonly SelectedRow[]): Promise<ReportRow[]> {
    const shown = rows.map(presentRow);
    const people = [...new Set(shown.flatMap(({ person }) => person?.id ?? []))];
    const held = await due.standings(tenantId, people, now());
    return shown.map((row) => {
      const own = held.get(row.person?.id ?? '') ?? [];
      const first = own
        .filter(({ row: { kind, itemId } }) => kind === 'course' && itemId === row.course?.id)
        .sort(byUrgency)[0];
      return first === undefined ? row : { ...row, dueOn: first.due.dueOn, isLate: first.due.state === 'overdue' };
    });
  }

  async function* batches(by: ReportBy, scope: ReportScope, asked: Asked, after: string | null) {
    if (by !== 'person') {
      yield await itemRows(by, scope, asked);
      return;
    }
    const report = peopleReport(db, scope, asked);
    for (let last = after; ; ) {
      const batch = await report.after(last, BATCH);
      if (batch === null) return;
      yield await peopleRows(scope.tenantId, batch.rows);
      last = batch.last;
    }
  }

  return {
    choices: (tenantId: TenantScope, holder: Holder) =>
      reportChoices(db, tenantId, reachOf(scopesOf(holder, 'instructor', tenantId))),

    /** One page of a report. Reports about things are computed as a whole, and again when that has become old. */
    async page(tenant: Tenant, holder: Holder, asked: Asked, order: PeopleOrder, page: TablePage): Promise<Report> {
      const scope = await scopeFor(tenant, holder, asked);
      const { tenantId } = scope;
      const countedUntil = scope.source.countedUntil?.toISOString() ?? null;
      const { by, ...filters } = asked;
      if (by === 'person') {
        const report = peopleReport(db, scope, filters);
        const [{ rows, total }, summary] = await Promise.all([report.page(order, page), report.summary()]);
        const result = { content: await peopleRows(tenantId, rows), totalElements: total };
        return { result, summary, countedUntil, isMaking: false };
      }
      const key = JSON.stringify([tenantId, scope.reach, scope.graded, by, filters]);
      const { value, isMaking } = await kept.ask(key, () => itemRows(by, scope, asked));
      const { limit, offset } = rowsOfPage(page);
      const content = (value ?? []).slice(offset, offset + limit);
      const result = { content, totalElements: value?.length ?? 0 };
      return { result, summary: null, countedUntil, isMaking: value === null && isMaking };
    },

    /** A report as a file. @param after the person after whom to go on; null: from the beginning */
    async file(
      tenant: Tenant,
      holder: Holder,
      asked: Asked,
      format: ReportFormat,
      after: string | null,
    ): Promise<FileReply> {
      const scope = await scopeFor(tenant, holder, asked);
      return tableFile(
        format,
        `progress-by-${asked.by}`,
        fileColumnsOf(asked.by),
        batches(asked.by, scope, asked, after),
      );
    },
  };
}

/** Of several assignments of a course the one that is left to do and due first. */
const byUrgency = ({ due: one }: Standing, { due: other }: Standing): number =>
  Number(one.state === 'done') - Number(other.state === 'done') ||
  (one.dueOn ?? '9999').localeCompare(other.dueOn ?? '9999');

export type ProgressReports = ReturnType<typeof progressReports>;
