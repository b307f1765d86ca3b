import { CONTACT_SORT_KEYS, type ContactMessage } from '@academy/contract/contact-admin';
import { useMemo } from 'react';
import { exportContactMessages, useContactMessages, useHandleContactMessage } from '../../api/contact-admin.ts';
import { download } from '../../api/download.ts';
import { PersonLink } from '../../features/admin-links/person-link.tsx';
import { HandlingForm, handlingStates } from '../../features/handling/handling.tsx';
import { handlingTexts } from '../../features/handling/handling-texts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { FilterChoice } from '../../ui/data-table/filter-choice.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { PeriodFilter } from '../../ui/data-table/period-filter.tsx';
import { Fact, RowDetails } from '../../ui/data-table/row-details.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { contactColumns, nameOf, titleOf } from './contact-columns.tsx';
import { contactMessagesTexts } from './contact-messages-texts.ts';

/** The newest first. */
const AT_FIRST = { sortBy: 'at', sortDir: 'desc' } as const;
const FILTERS = ['subject', 'state', 'from', 'to'] as const;
const NO_FILTERS = { subject: '', state: '', from: '', to: '' };

/** Contact messages: with search, filters, details and download. */
export function ContactMessages() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(contactColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page, sortBy, sortDir } = table.view;
  const filters = { ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), q: text };
  const read = useContactMessages({
    ...filters,
    sortBy: CONTACT_SORT_KEYS.find((key) => key === sortBy) ?? 'at',
    sortDir,
    pageNumber: page - 1,
  });
  return (
    <PagedTable
      {...table}
      label={contactMessagesTexts.listLabel}
      counted={contactMessagesTexts.counted}
      columns={columns}
      read={read}
      idOf={({ messageId }) => messageId}
      titleOf={titleOf}
      searchLabel={contactMessagesTexts.search}
      isFiltered={isFiltered}
      onShowAll={() => change(NO_FILTERS, false)}
      tools={
        <DownloadButton
          label={contactMessagesTexts.download}
          onDownload={() => download(exportContactMessages, filters, tenantId)}
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change(NO_FILTERS)}>
          <FilterChoice
            label={contactMessagesTexts.subject}
            value={values.subject}
            everything={contactMessagesTexts.allSubjects}
            options={(read.data?.subjects ?? []).map((subject) => [subject, subject])}
            onChange={(subject) => change({ subject })}
          />
          <FilterChoice
            label={handlingTexts.state}
            value={values.state}
            everything={handlingTexts.anyState}
            options={handlingStates()}
            onChange={(state) => change({ state })}
          />
          <PeriodFilter from={values.from} to={values.to} onChange={change} />
        </TableFilters>
      }
      details={(message) => <Details message={message} />}
      whenEmpty={
        <>
          <h2>{contactMessagesTexts.emptyTitle}</h2>
          <p>{contactMessagesTexts.emptyText}</p>
        </>
      }
    />
  );
}

/** The whole message, and how it is answered. */
function Details({ message }: { message: ContactMessage }) {
  const { messageId, email, subject, userId } = message;
  const handle = useHandleContactMessage();
  return (
    <>
      <RowDetails quote={message.message}>
        <Fact name={contactMessagesTexts.from}>
          {nameOf(message)} <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>{email}</a>
        </Fact>
        <Fact name={contactMessagesTexts.subject}>{subject}</Fact>
        <Fact name={contactMessagesTexts.loggedIn}>
          {userId === null ? (
            contactMessagesTexts.notLoggedIn
          ) : (
            <PersonLink userId={userId}>{contactMessagesTexts.yes}</PersonLink>
          )}
        </Fact>
      </RowDetails>
      <HandlingForm
        key={messageId}
        id={messageId}
        handling={message}
        writer={email}
        onChange={(change) => handle(messageId, change)}
      />
    </>
  );
}
