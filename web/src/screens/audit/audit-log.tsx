import type { AuditEvent } from '@academy/contract/audit';
import { exportAuditEvents, useAuditEvents } from '../../api/audit.ts';
import { download } from '../../api/download.ts';
import { countText } from '../../lib/count-text.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { FilterChoice } from '../../ui/data-table/filter-choice.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { PeriodFilter } from '../../ui/data-table/period-filter.tsx';
import { Fact, RowDetails } from '../../ui/data-table/row-details.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import css from './audit-log.module.css';
import { actionText, factsOf, kindText } from './audit-text.ts';

/** The newest first. */
const AT_FIRST = { sortBy: 'at', sortDir: 'desc' } as const;
const FILTERS = ['about', 'target', 'from', 'to'] as const;

/** The audit log: with search, filters, details and download. */
export function AuditLog() {
  const tenantId = useChosenAcademy();
  const table = useTableView(AUDIT_COLUMNS, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page, sortDir } = table.view;
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const read = useAuditEvents({ ...set, q: text, sortDir, pageNumber: page - 1 });
  const kinds = read.data?.kinds ?? [];
  return (
    <PagedTable
      {...table}
      label="Entries"
      counted={({ count }) => countText(count, 'entry', 'entries')}
      columns={AUDIT_COLUMNS}
      read={read}
      idOf={({ eventId }) => eventId}
      titleOf={({ action, actorName }) => `${actionText(action)}, by ${actorName}`}
      searchLabel="Search the audit"
      isFiltered={isFiltered}
      onShowAll={() => change({ about: '', target: '', from: '', to: '' }, false)}
      tools={
        <DownloadButton
          label="Download the audit as CSV"
          onDownload={() => download(exportAuditEvents, { ...set, q: text }, tenantId)}
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change({ about: '', target: '', from: '', to: '' })}>
          <FilterChoice
            label="About"
            value={values.about}
            everything="Everything"
            options={[...new Set([...kinds, ...(values.about === '' ? [] : [values.about])])].map((kind) => [
              kind,
              kindText(kind),
            ])}
            onChange={(about) => change({ about })}
          />
          <PeriodFilter from={values.from} to={values.to} onChange={change} />
        </TableFilters>
      }
      details={(event) => (
        <Details event={event} onAll={values.target === '' ? () => change({ target: event.targetId }) : null} />
      )}
      whenEmpty={
        <>
          <h2>Nothing yet</h2>
          <p>Whoever changes rights, addresses, alerts or settings from now on is written down here.</p>
        </>
      }
    />
  );
}

function Details({ event, onAll }: { event: AuditEvent; onAll: (() => void) | null }) {
  const facts = factsOf(event.details);
  return (
    <div className={css.details}>
      <RowDetails quote="">
        {facts.map(({ name, before, after }) => (
          <Fact key={name} name={name}>
            {before === undefined ? (
              (after ?? 'nothing')
            ) : (
              <>
                <del>{before ?? 'nothing'}</del> <span className="sr-only">became</span>
                <ins>{after ?? 'nothing'}</ins>
              </>
            )}
          </Fact>
        ))}
        <Fact name={kindText(event.targetKind)}>
          <code>{event.targetId}</code>
        </Fact>
        {event.correlationId !== null && (
          <Fact name="Request">
            <code>{event.correlationId}</code>
          </Fact>
        )}
      </RowDetails>
      {onAll !== null && (
        <button type="button" className={css.all} onClick={onAll}>
          Everything about this {kindText(event.targetKind).toLowerCase()}
        </button>
      )}
    </div>
  );
}
