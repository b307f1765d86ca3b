import type { AuditEvent } from '@academy/contract/audit';
import { useMemo } from 'react';
import { exportAuditEvents, useAuditEvents } from '../../api/audit.ts';
import { download } from '../../api/download.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { FilterChoice } from '../../ui/data-table/filter-choice.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { PeriodFilter } from '../../ui/data-table/period-filter.tsx';
import { Fact, RowDetails } from '../../ui/data-table/row-details.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { auditColumns } from './audit-columns.tsx';
import css from './audit-log.module.css';
import { actionText, factsOf, kindText } from './audit-text.ts';
import { auditTexts } from './audit-texts.ts';

/** The newest first. */
const AT_FIRST = { sortBy: 'at', sortDir: 'desc' } as const;
const FILTERS = ['about', 'target', 'from', 'to'] as const;

/** The audit log: with search, filters, details and download. */
export function AuditLog() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(auditColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page, sortDir } = table.view;
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const read = useAuditEvents({ ...set, q: text, sortDir, pageNumber: page - 1 });
  const kinds = read.data?.kinds ?? [];
  return (
    <PagedTable
      {...table}
      label={auditTexts.listLabel}
      counted={auditTexts.counted}
      columns={columns}
      read={read}
      idOf={({ eventId }) => eventId}
      titleOf={({ action, actorName }) => auditTexts.actionBy({ action: actionText(action), name: actorName })}
      searchLabel={auditTexts.search}
      isFiltered={isFiltered}
      onShowAll={() => change({ about: '', target: '', from: '', to: '' }, false)}
      tools={
        <DownloadButton
          label={auditTexts.download}
          onDownload={() => download(exportAuditEvents, { ...set, q: text }, tenantId)}
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change({ about: '', target: '', from: '', to: '' })}>
          <FilterChoice
            label={auditTexts.about}
            value={values.about}
            everything={auditTexts.everything}
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
          <h2>{auditTexts.emptyTitle}</h2>
          <p>{auditTexts.emptyText}</p>
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
              (after ?? auditTexts.nothing)
            ) : (
              <>
                <del>{before ?? auditTexts.nothing}</del> <span className="sr-only">{auditTexts.became}</span>
                <ins>{after ?? auditTexts.nothing}</ins>
              </>
            )}
          </Fact>
        ))}
        <Fact name={kindText(event.targetKind)}>
          <code>{event.targetId}</code>
        </Fact>
        {event.correlationId !== null && (
          <Fact name={auditTexts.request}>
            <code>{event.correlationId}</code>
          </Fact>
        )}
      </RowDetails>
      {onAll !== null && (
        <button type="button" className={css.all} onClick={onAll}>
          {auditTexts.allEntries({ kind: event.targetKind })}
        </button>
      )}
    </div>
  );
}
