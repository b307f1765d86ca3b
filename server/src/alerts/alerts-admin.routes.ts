import {
  type Alert,
  createAlert,
  deleteAlerts,
  exportAlerts,
  getAlert,
  listAlerts,
  previewAlert,
  restoreAlerts,
  updateAlert,
} from '@academy/contract/alerts-admin';
import { AcademyError } from '@academy/contract/errors';
import { matchesAlert } from '@academy/contract/rules/table-search';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvOf } from '../exports/csv.ts';
import { presentPublic } from './alerts.present.ts';
import type { AlertsService } from './alerts.service.ts';
import type { AlertRow, AlertsStore } from './alerts.store.ts';

export function bindAlertsAdmin(calls: CallTable, store: AlertsStore, alerts: AlertsService): void {
  calls.bind(listAlerts, async ({ scope }) => ({ result: (await store.all(scope.tenantId)).map(present) }));

  calls.bind(exportAlerts, async ({ scope, query }) => {
    const rows = await store.all(scope.tenantId);
    return csvOf(
      'alerts',
      COLUMNS,
      rows.filter((row) => matchesAlert(present(row), query.q)),
    );
  });

  calls.bind(getAlert, async ({ scope, params }) => {
    const row = await store.byId(scope.tenantId, params.id);
    if (row === null) throw new AcademyError('not-found');
    return present(row);
  });

  calls.bind(createAlert, async ({ scope, body, headers }) =>
    present(await alerts.create(scope, body, headers['idempotency-key'])),
  );

  calls.bind(updateAlert, async ({ scope, params, body }) => present(await alerts.update(scope, params.id, body)));

  calls.bind(deleteAlerts, async ({ scope, body }) => ({ deleted: await alerts.remove(scope, body.ids) }));

  calls.bind(restoreAlerts, async ({ scope, body }) => ({ restored: await alerts.restore(scope, body.ids) }));

  calls.bind(previewAlert, ({ body }) => alerts.preview(body));
}

function present(row: AlertRow): Alert {
  return { ...presentPublic(row), firstName: row.authorFirstName, source: row.source ?? row.message };
}

const COLUMNS: readonly CsvColumn<AlertRow>[] = [
  ['Id', ({ alertId }) => alertId],
  ['Message', ({ message }) => message],
  ['Level', ({ level }) => level],
  ['For', ({ audience }) => audience],
  ['Link text', ({ actionText }) => actionText],
  ['Link', ({ actionUrl }) => actionUrl],
  ['From', ({ startsAt }) => startsAt],
  ['To', ({ endsAt }) => endsAt],
  ['Written by', ({ authorFirstName }) => authorFirstName],
  ['Created', ({ createdAt }) => createdAt],
  ['Updated', ({ updatedAt }) => updatedAt],
];
