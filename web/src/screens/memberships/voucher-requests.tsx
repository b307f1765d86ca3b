import type { RequestedVoucher } from '@academy/contract/memberships-admin';
import { reasonOf } from '../../api/call-error.ts';
import { download } from '../../api/download.ts';
import { exportVoucherRequests, useVoucherRequests, useVoucherSent } from '../../api/memberships-admin.ts';
import { PersonLink } from '../../features/admin-links/person-link.tsx';
import { countText } from '../../lib/count-text.ts';
import { utcDayText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';

const nameOf = ({ firstName, lastName, login }: RequestedVoucher) => `${firstName} ${lastName}`.trim() || login;

type VoucherColumn = 'name' | 'login' | 'requested' | 'year' | 'sent';

const COLUMNS: readonly Column<RequestedVoucher, VoucherColumn>[] = [
  {
    name: 'name',
    title: 'Name',
    cell: (request) => <PersonLink userId={request.userId}>{nameOf(request)}</PersonLink>,
  },
  { name: 'login', title: 'E-mail', cell: ({ login }) => login },
  { name: 'requested', title: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    name: 'year',
    title: 'Year of membership from (UTC)',
    cell: ({ yearStartsAt }) => <time dateTime={yearStartsAt}>{utcDayText(yearStartsAt)}</time>,
  },
  { name: 'sent', title: 'Sent', cell: ({ sentAt }) => (sentAt === null ? 'Waiting' : <Moment at={sentAt} />) },
];

/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const FILTERS = ['state'] as const;
const STATES = ['waiting', 'sent'] as const;

/** Exam vouchers that members requested: search, mark as sent, download. */
export function VoucherRequests() {
  const tenantId = useChosenAcademy();
  const table = useTableView(COLUMNS, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page } = table.view;
  const state = STATES.find((one) => one === values.state);
  const filters = { q: text, ...(state === undefined ? {} : { state }) };
  const read = useVoucherRequests({ ...filters, pageNumber: page - 1 });
  const setSent = useVoucherSent();
  const mark = (request: RequestedVoucher, sent: boolean) =>
    setSent(request.requestId, sent).then(
      () =>
        addToast({
          type: 'success',
          message: `The voucher of ${nameOf(request)} ${sent ? 'is marked as sent.' : 'waits again.'}`,
        }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <PagedTable
      {...table}
      label="Requests"
      counted={({ count }) => countText(count, 'request', 'requests')}
      columns={COLUMNS}
      read={read}
      idOf={({ requestId }) => requestId}
      titleOf={nameOf}
      searchLabel="Search requests"
      isFiltered={isFiltered}
      onShowAll={() => change({ state: '' }, false)}
      tools={
        <DownloadButton
          label="Download the requests as CSV"
          onDownload={() => download(exportVoucherRequests, { ...filters }, tenantId)}
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change({ state: '' })}>
          <Field label="State">
            {(control) => (
              <select {...control} value={state ?? ''} onChange={({ target }) => change({ state: target.value })}>
                <option value="">All</option>
                <option value="waiting">Waiting</option>
                <option value="sent">Sent</option>
              </select>
            )}
          </Field>
        </TableFilters>
      }
      actions={(request) => (
        <Button
          aria-label={`${request.sentAt === null ? 'Mark as sent' : 'Not sent yet'}: ${nameOf(request)}`}
          onClick={() => void mark(request, request.sentAt === null)}
        >
          {request.sentAt === null ? 'Mark as sent' : 'Not sent yet'}
        </Button>
      )}
      whenEmpty={
        <>
          <h2>No requests yet</h2>
          <p>Pro members ask for their exam voucher on the home page, once in each year of membership.</p>
        </>
      }
    />
  );
}
