import { CONTENT_SORT_KEYS } from '@academy/contract/publishing-admin';
import { Suspense, useMemo, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { type PublishedContent, useContentChanges, usePublishedContent } from '../../api/publishing-admin.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { contentColumns, KINDS, STATUSES } from './content-columns.tsx';
import { historyTexts } from './history-texts.ts';
import { ItemHistory } from './item-history.tsx';
import { publishingTexts } from './publishing-texts.ts';
import { TakeContent, type Taking } from './unpublish-content.tsx';

/** The newest first. */
const AT_FIRST = { sortBy: 'publishedAt', sortDir: 'desc' } as const;
const FILTERS = ['kind', 'status'] as const;

/** Published content of an academy: with search, order, unpublish, republish and delete. */
export function PublishedContentList() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(() => contentColumns(tenantId), [tenantId]);
  const [taking, setTaking] = useState<Taking | null>(null);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { republish } = useContentChanges();
  const { text, page, sortBy, sortDir } = table.view;
  const kind = KINDS.find((name) => name === values.kind);
  const status = STATUSES.find((name) => name === values.status);
  const read = usePublishedContent({
    q: text,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    sortBy: CONTENT_SORT_KEYS.find((key) => key === sortBy) ?? 'publishedAt',
    sortDir,
    pageNumber: page - 1,
  });
  const show = (item: PublishedContent) =>
    republish(item).then(
      () => addToast({ type: 'success', message: publishingTexts.publishedAgain({ title: item.title }) }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <>
      <PagedTable
        {...table}
        label={publishingTexts.listLabel}
        counted={publishingTexts.counted}
        columns={columns}
        read={read}
        idOf={(item) => `${item.kind}:${item.id}`}
        titleOf={({ title }) => title}
        searchLabel={publishingTexts.search}
        isFiltered={isFiltered}
        onShowAll={() => change({ kind: '', status: '' }, false)}
        filters={
          <TableFilters isFiltered={isFiltered} onClear={() => change({ kind: '', status: '' })}>
            <Field label={publishingTexts.kind}>
              {(control) => (
                <select {...control} value={kind ?? ''} onChange={({ target }) => change({ kind: target.value })}>
                  <option value="">{publishingTexts.all}</option>
                  {KINDS.map((name) => (
                    <option key={name} value={name}>
                      {publishingTexts[name]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={publishingTexts.status}>
              {(control) => (
                <select {...control} value={status ?? ''} onChange={({ target }) => change({ status: target.value })}>
                  <option value="">{publishingTexts.all}</option>
                  {STATUSES.map((name) => (
                    <option key={name} value={name}>
                      {publishingTexts[name]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </TableFilters>
        }
        details={({ kind, id }) => (
          <Suspense fallback={<Spinner label={historyTexts.loading} />}>
            <ItemHistory item={{ kind, id }} />
          </Suspense>
        )}
        actions={(item) => (
          <>
            {item.status !== 'draft' && (
              <Button
                aria-label={publishingTexts.unpublishItem({ title: item.title })}
                onClick={() => setTaking({ how: 'unpublish', item })}
              >
                {publishingTexts.unpublish}
              </Button>
            )}
            {item.status !== item.statusInFiles && (
              <Button
                aria-label={publishingTexts.publishAgainItem({ title: item.title })}
                onClick={() => void show(item)}
              >
                {publishingTexts.publishAgain}
              </Button>
            )}
            <Button
              aria-label={publishingTexts.deleteItem({ title: item.title })}
              onClick={() => setTaking({ how: 'delete', item })}
            >
              {publishingTexts.delete}
            </Button>
          </>
        )}
        whenEmpty={
          <>
            <h2>{publishingTexts.emptyTitle}</h2>
            <p>{publishingTexts.emptyText}</p>
          </>
        }
      />
      <TakeContent taking={taking} onClose={() => setTaking(null)} />
    </>
  );
}
