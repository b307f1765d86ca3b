import type { ReportRow, SavedReport } from '@academy/contract/progress-reports';
import { REPORT_FORMATS, REPORT_STATES, REPORTS, type ReportBy } from '@academy/contract/rules/report-columns';
import { useMemo } from 'react';
import { download } from '../../api/download.ts';
import { exportProgressReport, useProgressReport } from '../../api/progress-reports.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import css from './progress-report.module.css';
import { ReportFilters } from './report-filters.tsx';
import { columnsOf } from './report-table-columns.tsx';
import { reportTexts } from './report-texts.ts';
import { REPORT_FILTERS, type ReportValues } from './report-values.ts';
import { SavedReports } from './saved-reports.tsx';

/** The order is the server's: by name in a group, the last seen first otherwise. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const ORDERS = ['name', 'beganAt', 'completedAt', 'lessonsDone', 'lastSeenAt'] as const;

const titleOf = ({ person, group, item, course }: ReportRow): string => (person ?? group ?? item ?? course)?.name ?? '';

/** A report as a table, narrowed down by the address, and as a file. */
export function ProgressReport() {
  const { values, change } = useTableFilters(REPORT_FILTERS);
  const by: ReportBy = REPORTS.find((one) => one === values.by) ?? 'person';
  // Another report is another table: its columns and order are its own.
  return <ReportTable key={by} by={by} values={values} onChange={change} />;
}

interface ReportTableProps {
  by: ReportBy;
  values: ReportValues;
  onChange: (part: Partial<ReportValues>, keepText?: boolean) => void;
}

function ReportTable({ by, values, onChange }: ReportTableProps) {
  const tenantId = useChosenAcademy();
  const columns = useMemo(() => columnsOf(by), [by]);
  const table = useTableView(columns, AT_FIRST);
  const { text, page, sortBy, sortDir } = table.view;
  const state = by === 'person' ? REPORT_STATES.find((one) => one === values.state) : undefined;
  const filters: SavedReport['filters'] = { by, ...(state === undefined ? {} : { state }) };
  for (const name of ['group', 'course', 'from', 'to'] as const) if (values[name]) filters[name] = values[name];
  if (text) filters.q = text;
  const order = ORDERS.find((one) => one === sortBy);
  const read = useProgressReport({
    ...filters,
    ...(order === undefined ? {} : { sortBy: order, sortDir }),
    pageNumber: page - 1,
  });
  const { data } = read;
  const isFiltered = (['group', 'course', 'state', 'from', 'to'] as const).some((name) => values[name] !== '');
  return (
    <>
      {data !== undefined && data.summary !== null && (
        <p role="status" className={css.summary}>
          {reportTexts.summary(data.summary)}
        </p>
      )}
      <PagedTable
        {...table}
        label={reportTexts.reportBy({ by })}
        counted={reportTexts.counted}
        columns={columns}
        read={{ ...read, data: data === undefined || data.isMaking ? undefined : data.result }}
        idOf={({ id }) => id}
        titleOf={titleOf}
        searchLabel={reportTexts.searchBy({ by })}
        isFiltered={isFiltered}
        onShowAll={() => onChange({ group: '', course: '', state: '', from: '', to: '' }, false)}
        tools={REPORT_FORMATS.map((format) => (
          <DownloadButton
            key={format}
            text={reportTexts.format({ format })}
            label={reportTexts.download({ format })}
            onDownload={() =>
              download(exportProgressReport, { ...(filters as Record<string, string>), format }, tenantId)
            }
          />
        ))}
        filters={<ReportFilters by={by} values={values} isFiltered={isFiltered} onChange={onChange} />}
        whenEmpty={
          <>
            <h2>{reportTexts.emptyTitle}</h2>
            <p>{reportTexts.emptyText}</p>
          </>
        }
      />
      <SavedReports filters={filters} />
      <p className={css.note}>
        {reportTexts.timeMeans({ by })}{' '}
        {data?.countedUntil && reportTexts.countedUntil({ moment: momentText(data.countedUntil) })}
      </p>
    </>
  );
}
