import {
  deleteSavedReport,
  exportProgressReport,
  getProgressReport,
  getReportChoices,
  listSavedReports,
  saveReport,
  updateSavedReport,
} from '@academy/contract/progress-reports';
import type { CallTable } from '../calls/bind.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { ProgressReports } from './progress-reports.service.ts';
import type { SavedReports } from './saved-reports.service.ts';

export function bindProgressReports(calls: CallTable, reports: ProgressReports, saved: SavedReports): void {
  calls.bind(getProgressReport, ({ scope, query: { sortBy, sortDir, pageNumber, pageSize, ...asked } }) => {
    // Of a group by name; otherwise the newest first, as the index has them.
    const usual = asked.group === undefined ? 'lastSeenAt' : 'name';
    const order = {
      by: sortBy ?? usual,
      dir: sortBy === undefined && usual === 'lastSeenAt' ? 'desc' : sortDir,
    } as const;
    return reports.page(scope.tenant, holderOfActor(scope.actor), asked, order, { pageNumber, pageSize });
  });

  calls.bind(getReportChoices, async ({ scope }) => ({
    ...(await reports.choices(scope.tenantId, holderOfActor(scope.actor))),
    recipients: await saved.recipientsFor(scope),
  }));

  calls.bind(listSavedReports, async ({ scope }) => ({ result: await saved.list(scope) }));
  calls.bind(saveReport, ({ scope, body }) => saved.save(scope, null, body));
  calls.bind(updateSavedReport, ({ scope, params, body }) => saved.save(scope, params.reportId, body));
  calls.bind(deleteSavedReport, async ({ scope, params }) => ({ deleted: await saved.remove(scope, params.reportId) }));

  calls.bind(exportProgressReport, ({ scope, query: { format, after, ...asked } }) =>
    reports.file(scope.tenant, holderOfActor(scope.actor), asked, format, after ?? null),
  );
}
