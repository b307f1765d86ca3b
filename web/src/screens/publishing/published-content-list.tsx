import { CONTENT_SORT_KEYS } from '@academy/contract/publishing-admin';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { type PublishedContent, useContentChanges, usePublishedContent } from '../../api/publishing-admin.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { Field } from '../../ui/field.tsx';
import { contentColumns, KIND_NAMES, STATUS_NAMES } from './content-columns.tsx';
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
  const kind = KIND_NAMES.find(([name]) => name === values.kind)?.[0];
  const status = STATUS_NAMES.find(([name]) => name === values.status)?.[0];
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
      () => addToast({ type: 'success', message: `${item.title} is published again.` }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <>
      <PagedTable
        {...table}
        things={['item', 'items']}
        columns={columns}
        read={read}
        idOf={(item) => `${item.kind} ${item.id}`}
        titleOf={({ title }) => title}
        searchLabel="Search content"
        isFiltered={isFiltered}
        onShowAll={() => change({ kind: '', status: '' }, false)}
        filters={
          <TableFilters isFiltered={isFiltered} onClear={() => change({ kind: '', status: '' })}>
            <Field label="Kind">
              {(control) => (
                <select {...control} value={kind ?? ''} onChange={({ target }) => change({ kind: target.value })}>
                  <option value="">All</option>
                  {KIND_NAMES.map(([name, title]) => (
                    <option key={name} value={name}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Status">
              {(control) => (
                <select {...control} value={status ?? ''} onChange={({ target }) => change({ status: target.value })}>
                  <option value="">All</option>
                  {STATUS_NAMES.map(([name, title]) => (
                    <option key={name} value={name}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </TableFilters>
        }
        actions={(item) => (
          <>
            {item.status !== 'draft' && (
              <Button aria-label={`Unpublish ${item.title}`} onClick={() => setTaking({ how: 'unpublish', item })}>
                Unpublish
              </Button>
            )}
            {item.status !== item.statusInFiles && (
              <Button aria-label={`Publish again: ${item.title}`} onClick={() => void show(item)}>
                Publish again
              </Button>
            )}
            <Button aria-label={`Delete ${item.title}`} onClick={() => setTaking({ how: 'delete', item })}>
              Delete
            </Button>
          </>
        )}
        whenEmpty={
          <>
            <h2>Nothing is published yet</h2>
            <p>Authors publish from their folders with the command “./academy apply”.</p>
          </>
        }
      />
      <TakeContent taking={taking} onClose={() => setTaking(null)} />
    </>
  );
}
