import { PERSON_SORT_KEYS } from '@academy/contract/people-admin';
import { useMemo, useState } from 'react';
import { download } from '../../api/download.ts';
import { exportPeople, type Person, usePeople } from '../../api/people-admin.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ChangeMembership } from './change-membership.tsx';
import { InviteAll } from './invite-people.tsx';
import css from './people.module.css';
import { nameOf, peopleColumns } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';
import { ToggleAdmin } from './toggle-admin.tsx';

/** By first name, until the administrator chooses another order. */
const AT_FIRST = { sortBy: 'firstName', sortDir: 'asc' } as const;
const FILTERS = ['ended', 'never'] as const;

/** People with search, order, pages, and what can be done with each. */
export function PeopleList() {
  const [toggling, setToggling] = useState<Person | null>(null);
  const [member, setMember] = useState<Person | null>(null);
  const hrefOf = useAdminHref();
  const columns = useMemo(() => peopleColumns(setToggling), []);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page, sortBy, sortDir } = table.view;
  const read = usePeople({
    sortBy: PERSON_SORT_KEYS.find((key) => key === sortBy) ?? 'firstName',
    sortDir,
    pageNumber: page - 1,
    pageSize: 20,
    includeExpireData: values.ended === 'true',
    neverLoggedIn: values.never === 'true',
    searchValue: text,
  });
  return (
    <>
      <PagedTable
        {...table}
        label={peopleTexts.users}
        counted={peopleTexts.counted}
        columns={columns}
        read={read}
        idOf={({ userId }) => userId}
        titleOf={nameOf}
        searchLabel={peopleTexts.search}
        isFiltered={isFiltered}
        tools={
          <>
            <DownloadButton
              label={peopleTexts.download}
              onDownload={() =>
                download(exportPeople, {
                  searchValue: text,
                  includeExpireData: values.ended === 'true' ? 'true' : '',
                  neverLoggedIn: values.never === 'true' ? 'true' : '',
                })
              }
            />
            {values.never === 'true' && (
              <InviteAll
                count={read.data?.totalElements ?? 0}
                search={{ searchValue: text, includeExpireData: values.ended === 'true' }}
              />
            )}
            <LinkButton href={hrefOf(adminUrls.importPeople())}>{peopleTexts.import}</LinkButton>
          </>
        }
        filters={
          <>
            <label className={css.ended}>
              <input
                type="checkbox"
                checked={values.never === 'true'}
                onChange={({ target }) => change({ never: target.checked ? 'true' : '' })}
              />
              {peopleTexts.onlyNever}
            </label>
            <label className={css.ended}>
              <input
                type="checkbox"
                checked={values.ended === 'true'}
                onChange={({ target }) => change({ ended: target.checked ? 'true' : '' })}
              />
              {peopleTexts.withEnded}
            </label>
          </>
        }
        actions={(person) => (
          <>
            <Button aria-label={peopleTexts.membershipOf({ name: nameOf(person) })} onClick={() => setMember(person)}>
              {peopleTexts.membership}
            </Button>
            <LinkButton
              href={hrefOf(adminUrls.person(person.userId))}
              aria-label={peopleTexts.openOne({ name: nameOf(person) })}
            >
              {peopleTexts.open}
            </LinkButton>
          </>
        )}
        whenEmpty={<h2>{peopleTexts.nobodyYet}</h2>}
      />
      <ToggleAdmin person={toggling} onClose={() => setToggling(null)} />
      <ChangeMembership person={member} onClose={() => setMember(null)} />
    </>
  );
}
