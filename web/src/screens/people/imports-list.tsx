import { currentLocale } from '@academy/contract/i18n/languages';
import { useMemo, useState } from 'react';
import { type ImportSummary, useImports } from '../../api/people-import.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Address } from '../../ui/address.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { importTexts } from './import-texts.ts';
import { ConfirmUndo, UndoneImport } from './undo-import.tsx';
import { useUndoImport } from './use-undo-import.ts';

type ImportColumn = 'when' | 'who' | 'file' | 'added' | 'changed' | 'state';

const importColumns = (): readonly Column<ImportSummary, ImportColumn>[] => [
  { name: 'when', title: importTexts.when, cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    name: 'who',
    title: importTexts.who,
    cell: ({ actorName }) => (
      <strong>
        <Address email={actorName} />
      </strong>
    ),
  },
  {
    name: 'file',
    title: importTexts.file,
    cell: ({ fileName }) => (fileName === null ? importTexts.byScript : <bdi>{fileName}</bdi>),
  },
  {
    name: 'added',
    title: importTexts.peopleAdded,
    isNumber: true,
    cell: ({ added }) => added.toLocaleString(currentLocale()),
  },
  {
    name: 'changed',
    title: importTexts.peopleChanged,
    isNumber: true,
    cell: ({ changed }) => changed.toLocaleString(currentLocale()),
  },
  { name: 'state', title: importTexts.takenBack, cell: stateText },
];
/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;

/** Imports of people: by whom, when and with what result, with an undo while that is possible. */
export function ImportsList() {
  const hrefOf = useAdminHref();
  const columns = useMemo(importColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const read = useImports({ pageNumber: table.view.page - 1 });
  const { state, start } = useUndoImport();
  const [asked, setAsked] = useState<string | null>(null);
  const importLink = <LinkButton href={hrefOf(adminUrls.importPeople())}>{importTexts.importUsers}</LinkButton>;
  return (
    <>
      <UndoneImport state={state} />
      <PagedTable
        {...table}
        label={importTexts.imports}
        counted={importTexts.countedImports}
        columns={columns}
        read={read}
        idOf={({ importId }) => importId}
        titleOf={titleOf}
        searchLabel={null}
        tools={importLink}
        actions={(one) => (
          <>
            {one.undoUntil !== null && (
              <Button
                aria-label={importTexts.takeBackOne({ title: titleOf(one) })}
                aria-disabled={state.step === 'running'}
                onClick={() => state.step !== 'running' && setAsked(one.importId)}
              >
                {state.step === 'running' && state.importId === one.importId
                  ? importTexts.oneMoment
                  : importTexts.takeBack}
              </Button>
            )}
            <LinkButton
              href={hrefOf(adminUrls.audit(one.importId))}
              aria-label={importTexts.changesOf({ title: titleOf(one) })}
            >
              {importTexts.changes}
            </LinkButton>
          </>
        )}
        whenEmpty={
          <>
            <h2>{importTexts.noImports}</h2>
            <p>{importTexts.noImportsText}</p>
            {importLink}
          </>
        }
      />
      <ConfirmUndo importId={asked} onConfirm={start} onClose={() => setAsked(null)} />
    </>
  );
}

const titleOf = ({ fileName, startedAt }: ImportSummary): string => {
  const moment = momentText(startedAt);
  return fileName === null ? importTexts.anImport({ moment }) : importTexts.importOf({ file: fileName, moment });
};

/** What was taken back, or until when that is possible. */
function stateText({ changes, takenBack, takenBackBy, takenBackAt, undoUntil }: ImportSummary): string {
  const until = undoUntil === null ? null : momentText(undoUntil);
  if (takenBackAt === null) return until === null ? importTexts.no : importTexts.possibleUntil({ moment: until });
  const done = { by: takenBackBy ?? '', moment: momentText(takenBackAt) };
  if (takenBack >= changes) return importTexts.allTakenBack(done);
  const part = { ...done, part: takenBack, all: changes };
  return until === null ? importTexts.partTakenBack(part) : importTexts.partTakenBackUntil({ ...part, until });
}
