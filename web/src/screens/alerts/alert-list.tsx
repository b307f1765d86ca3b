import { matchesAlert } from '@academy/contract/rules/table-search';
import { useEffect, useMemo, useState } from 'react';
import { type Alert, exportAlerts, resetAlertFlags, useAlertFlags, useAlertsOf } from '../../api/alerts-admin.ts';
import { download } from '../../api/download.ts';
import { academyName } from '../../lib/academy-name.ts';
import { textOf } from '../../lib/plain-text.ts';
import { addToast } from '../../lib/toasts.ts';
import { type Checked, stillThere, toggleAll, toggleOne } from '../../list-views/checked.ts';
import { sortedRows } from '../../list-views/table-view.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import css from '../../ui/data-table/data-table.module.css';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { tableTexts } from '../../ui/data-table/table-texts.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ALERT_KEYS, type AlertColumn, alertColumns } from './alert-columns.tsx';
import { alertListTexts } from './alert-list-texts.ts';
import { DeleteAlerts } from './delete-alerts.tsx';

/** The newest first. */
const AT_FIRST = { sortBy: 'created', sortDir: 'desc' } as const;
const NONE: readonly Alert[] = [];

/** The alerts of the chosen academy with search, selection and deletion. */
export function AlertList() {
  const tenantId = useChosenAcademy();
  const { data, error, refetch } = useAlertsOf(tenantId);
  const alerts = data ?? NONE;
  const columns = useMemo(alertColumns, []);
  const { view, change } = useTableView<AlertColumn>(columns, AT_FIRST);
  const [checked, setChecked] = useState<Checked>(new Set());
  const [deleting, setDeleting] = useState<readonly Alert[]>(NONE);
  const { isCreated, isUpdated } = useAlertFlags();
  useEffect(() => {
    if (isCreated) addToast({ type: 'success', message: alertListTexts.created });
    if (isUpdated) addToast({ type: 'success', message: alertListTexts.updated });
    resetAlertFlags();
  }, [isCreated, isUpdated]);
  const { text, sortBy, sortDir } = view;
  const shown = useMemo(() => {
    const found = alerts.filter((alert) => matchesAlert(alert, text));
    return sortedRows(found, ALERT_KEYS[sortBy ?? 'created'], sortDir);
  }, [alerts, text, sortBy, sortDir]);
  const chosen = stillThere(
    checked,
    alerts.map(({ id }) => id),
  );
  const counted =
    shown.length === alerts.length
      ? alertListTexts.counted({ count: alerts.length })
      : alertListTexts.countedOf({ shown: shown.length, all: alerts.length });

  return (
    <section className={css.list} aria-label={alertListTexts.search}>
      <TableTools
        label={alertListTexts.alerts}
        columns={columns}
        view={view}
        onChange={change}
        searchLabel={alertListTexts.searchLabel}
        count={
          data === undefined
            ? ''
            : chosen.length > 0
              ? tableTexts.countedAndChosen({ counted, chosen: chosen.length })
              : counted
        }
      >
        <DownloadButton
          label={alertListTexts.download}
          onDownload={() => download(exportAlerts, { q: text }, tenantId)}
        />
        <Button
          aria-disabled={chosen.length === 0}
          onClick={() => setDeleting(alerts.filter(({ id }) => chosen.includes(id)))}
        >
          {alertListTexts.delete}
        </Button>
        <LinkButton look="primary" href={adminUrls.newAlert(tenantId)}>
          {alertListTexts.newAlert}
        </LinkButton>
      </TableTools>
      {data === undefined && error === null && <Spinner label={alertListTexts.loadingAll} />}
      {error !== null && (
        <div role="alert" className={css.empty}>
          <p>{alertListTexts.allFailed({ message: error.message })}</p>
          <Button onClick={() => void refetch()}>{alertListTexts.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && alerts.length === 0 && (
        <div className={css.empty}>
          <h2>{alertListTexts.emptyTitle}</h2>
          <p>{alertListTexts.emptyText({ academyName: academyName(tenantId) })}</p>
        </div>
      )}
      {alerts.length > 0 && shown.length === 0 && (
        <div className={css.empty}>
          <h2>{alertListTexts.noMatch}</h2>
          <Button onClick={() => change({ text: '' })}>{alertListTexts.clearSearch}</Button>
        </div>
      )}
      {shown.length > 0 && (
        <DataTable
          label={alertListTexts.alerts}
          columns={columns}
          rows={shown}
          idOf={({ id }) => id}
          titleOf={({ message }) => textOf(message)}
          view={view}
          onChange={change}
          selection={{
            checked,
            onToggle: (id) => setChecked(toggleOne(checked, id)),
            onToggleAll: () =>
              setChecked(
                toggleAll(
                  checked,
                  shown.map(({ id }) => id),
                ),
              ),
          }}
          actions={({ id, message }) => (
            <>
              <LinkButton
                href={adminUrls.editAlert(id, tenantId)}
                aria-label={alertListTexts.editOne({ message: textOf(message) })}
              >
                {alertListTexts.edit}
              </LinkButton>
              <LinkButton
                href={adminUrls.replicateAlert(id, tenantId)}
                aria-label={alertListTexts.replicateOne({ message: textOf(message) })}
              >
                {alertListTexts.replicate}
              </LinkButton>
            </>
          )}
        />
      )}
      <DeleteAlerts
        alerts={deleting}
        onClose={() => setDeleting(NONE)}
        onDeleted={() => {
          setChecked(new Set());
          setDeleting(NONE);
        }}
      />
    </section>
  );
}
