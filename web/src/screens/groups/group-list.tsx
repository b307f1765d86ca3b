import { useMemo, useState } from 'react';
import { type Group, useGroupChanges, useGroups } from '../../api/groups.ts';
import { useAreas } from '../../api/people.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { navigate } from '../../navigation/location.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { GroupForm } from './group-form.tsx';
import { groupTexts } from './group-texts.ts';

type GroupColumn = 'name' | 'partOf' | 'keptBy' | 'members';

const groupColumns = (): readonly Column<Group, GroupColumn>[] => [
  { name: 'name', title: groupTexts.name, cell: ({ name }) => name },
  { name: 'partOf', title: groupTexts.partOf, cell: ({ parent }) => parent?.name ?? '' },
  { name: 'keptBy', title: groupTexts.keptBy, cell: ({ directory }) => directory ?? groupTexts.here },
  { name: 'members', title: groupTexts.members, cell: ({ members }) => members, isNumber: true },
];

const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const nameOf = ({ name }: Group) => name;

/** Groups by name, with a search. Administrators of the academy make new ones. */
export function GroupList() {
  const hrefOf = useAdminHref();
  const columns = useMemo(groupColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { create } = useGroupChanges();
  // Whoever looks after single groups makes none.
  const mayCreate = useAreas().includes('audit');
  const [isMaking, setMaking] = useState(false);
  const { text, page } = table.view;
  return (
    <>
      <PagedTable
        {...table}
        label={groupTexts.listLabel}
        counted={groupTexts.counted}
        columns={columns}
        read={useGroups({ q: text, pageNumber: page - 1 })}
        idOf={({ groupId }) => groupId}
        titleOf={nameOf}
        searchLabel={groupTexts.search}
        tools={mayCreate && <Button onClick={() => setMaking(true)}>{groupTexts.create}</Button>}
        actions={(group) => (
          <LinkButton
            href={hrefOf(adminUrls.group(group.groupId))}
            aria-label={groupTexts.openOne({ name: group.name })}
          >
            {groupTexts.open}
          </LinkButton>
        )}
        whenEmpty={
          <>
            <h2>{groupTexts.emptyTitle}</h2>
            <p>{groupTexts.emptyText}</p>
          </>
        }
      />
      {isMaking && (
        <GroupForm
          title={groupTexts.create}
          onClose={() => setMaking(false)}
          onSave={async (values) => {
            const groupId = await create(values);
            addToast({ type: 'success', message: groupTexts.created({ name: values.name }), autoClose: true });
            navigate(hrefOf(adminUrls.group(groupId)));
          }}
        />
      )}
    </>
  );
}
