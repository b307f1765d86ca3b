import type { RequestedVoucher } from '@academy/contract/memberships-admin';
import { useMemo } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { download } from '../../api/download.ts';
import { exportVoucherRequests, useVoucherRequests, useVoucherSent } from '../../api/memberships-admin.ts';
import { PersonLink } from '../../features/admin-links/person-link.tsx';
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
import { voucherTexts } from './voucher-texts.ts';

const nameOf = ({ firstName, lastName, login }: RequestedVoucher) => `${firstName} ${lastName}`.trim() || login;

type VoucherColumn = 'name' | 'login' | 'requested' | 'year' | 'sent';

const voucherColumns = (): readonly Column<RequestedVoucher, VoucherColumn>[] => [
  {
    name: 'name',
    title: voucherTexts.name,
    cell: (request) => <PersonLink userId={request.userId}>{nameOf(request)}</PersonLink>,
  },
  { name: 'login', title: voucherTexts.email, cell: ({ login }) => login },
  { name: 'requested', title: voucherTexts.requested, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    name: 'year',
    title: voucherTexts.year,
    cell: ({ yearStartsAt }) => <time dateTime={yearStartsAt}>{utcDayText(yearStartsAt)}</time>,
  },
  {
    name: 'sent',
    title: voucherTexts.sent,
    cell: ({ sentAt }) => (sentAt === null ? voucherTexts.waiting : <Moment at={sentAt} />),
  },
];

/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const FILTERS = ['state'] as const;
const STATES = ['waiting', 'sent'] as const;

/** Exam vouchers that members requested: search, mark as sent, download. */
export function VoucherRequests() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(voucherColumns, []);
  const table = useTableView(columns, AT_FIRST);
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
          message: voucherTexts[sent ? 'isSent' : 'isWaiting']({ name: nameOf(request) }),
        }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <PagedTable
      {...table}
      label={voucherTexts.listLabel}
      counted={voucherTexts.counted}
      columns={columns}
      read={read}
      idOf={({ requestId }) => requestId}
      titleOf={nameOf}
      searchLabel={voucherTexts.search}
      isFiltered={isFiltered}
      onShowAll={() => change({ state: '' }, false)}
      tools={
        <DownloadButton
          label={voucherTexts.download}
          onDownload={() => download(exportVoucherRequests, { ...filters }, tenantId)}
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change({ state: '' })}>
          <Field label={voucherTexts.state}>
            {(control) => (
              <select {...control} value={state ?? ''} onChange={({ target }) => change({ state: target.value })}>
                <option value="">{voucherTexts.all}</option>
                <option value="waiting">{voucherTexts.waiting}</option>
                <option value="sent">{voucherTexts.sent}</option>
              </select>
            )}
          </Field>
        </TableFilters>
      }
      actions={(request) => (
        <Button
          aria-label={`${request.sentAt === null ? voucherTexts.markAsSent : voucherTexts.notSent}: ${nameOf(request)}`}
          onClick={() => void mark(request, request.sentAt === null)}
        >
          {request.sentAt === null ? voucherTexts.markAsSent : voucherTexts.notSent}
        </Button>
      )}
      whenEmpty={
        <>
          <h2>{voucherTexts.emptyTitle}</h2>
          <p>{voucherTexts.emptyText}</p>
        </>
      }
    />
  );
}
