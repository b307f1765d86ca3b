import { useMemo } from 'react';
import { type TaughtPerson, useLearners } from '../../api/people-learners.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { learnerTexts } from './taught-learner-texts.ts';

type LearnerColumn = 'lastName' | 'firstName';

const learnerColumns = (): readonly Column<TaughtPerson, LearnerColumn>[] => [
  { name: 'lastName', title: learnerTexts.lastName, cell: ({ lastName }) => lastName },
  { name: 'firstName', title: learnerTexts.firstName, cell: ({ firstName }) => firstName },
];

const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;

export const nameOf = ({ firstName, lastName }: TaughtPerson): string =>
  `${firstName} ${lastName}`.trim() || learnerTexts.nameless;

/** Learners by name, with a search. */
export function LearnerList() {
  const hrefOf = useAdminHref();
  const columns = useMemo(learnerColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { text, page } = table.view;
  return (
    <PagedTable
      {...table}
      label={learnerTexts.listLabel}
      counted={learnerTexts.counted}
      columns={columns}
      read={useLearners({ q: text, pageNumber: page - 1 })}
      idOf={({ userId }) => userId}
      titleOf={nameOf}
      searchLabel={learnerTexts.search}
      actions={(learner) => (
        <LinkButton
          href={hrefOf(adminUrls.learner(learner.userId))}
          aria-label={learnerTexts.openOne({ name: nameOf(learner) })}
        >
          {learnerTexts.open}
        </LinkButton>
      )}
      whenEmpty={
        <>
          <h2>{learnerTexts.emptyTitle}</h2>
          <p>{learnerTexts.emptyText}</p>
        </>
      }
    />
  );
}
