import { useState } from 'react';
import { type ImportSummary, useImports } from '../../api/people-import.ts';
import { countText } from '../../lib/count-text.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Address } from '../../ui/address.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ConfirmUndo, UndoneImport } from './undo-import.tsx';
import { useUndoImport } from './use-undo-import.ts';

type ImportColumn = 'when' | 'who' | 'file' | 'added' | 'changed' | 'state';

const COLUMNS: readonly Column<ImportSummary, ImportColumn>[] = [
  {
    name: 'when',
    title: 'When',
    cell: ({ startedAt }) => <Moment at={startedAt} />,
  },
  {
    name: 'who',
    title: 'Who',
    cell: ({ actorName }) => (
      <strong>
        <Address email={actorName} />
      </strong>
    ),
  },
  { name: 'file', title: 'File', cell: ({ fileName }) => (fileName === null ? 'By a script' : <bdi>{fileName}</bdi>) },
  { name: 'added', title: 'People added', isNumber: true, cell: ({ added }) => added.toLocaleString('en') },
  { name: 'changed', title: 'People changed', isNumber: true, cell: ({ changed }) => changed.toLocaleString('en') },
  { name: 'state', title: 'Taken back', cell: stateText },
];
/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;

/** Imports of people: by whom, when and with what result, with an undo while that is possible. */
export function ImportsList() {
  const hrefOf = useAdminHref();
  const table = useTableView(COLUMNS, AT_FIRST);
  const read = useImports({ pageNumber: table.view.page - 1 });
  const { state, start } = useUndoImport();
  const [asked, setAsked] = useState<string | null>(null);
  const importLink = <LinkButton href={hrefOf(adminUrls.importPeople())}>Import users</LinkButton>;
  return (
    <>
      <UndoneImport state={state} />
      <PagedTable
        {...table}
        label="Imports"
        counted={({ count }) => countText(count, 'import', 'imports')}
        columns={COLUMNS}
        read={read}
        idOf={({ importId }) => importId}
        titleOf={titleOf}
        searchLabel={null}
        tools={importLink}
        actions={(one) => (
          <>
            {one.undoUntil !== null && (
              <Button
                aria-label={`Take back ${titleOf(one)}`}
                aria-disabled={state.step === 'running'}
                onClick={() => state.step !== 'running' && setAsked(one.importId)}
              >
                {state.step === 'running' && state.importId === one.importId ? 'One moment' : 'Take back'}
              </Button>
            )}
            <LinkButton href={hrefOf(adminUrls.audit(one.importId))} aria-label={`Changes of ${titleOf(one)}`}>
              Changes
            </LinkButton>
          </>
        )}
        whenEmpty={
          <>
            <h2>No imports yet</h2>
            <p>A CSV file adds many people at once and changes their names, memberships and roles.</p>
            {importLink}
          </>
        }
      />
      <ConfirmUndo importId={asked} onConfirm={start} onClose={() => setAsked(null)} />
    </>
  );
}

const titleOf = ({ fileName, startedAt }: ImportSummary): string =>
  `${fileName ?? 'import'} of ${momentText(startedAt)}`;

/** What was taken back, or until when that is possible. */
function stateText({ changes, takenBack, takenBackBy, takenBackAt, undoUntil }: ImportSummary): string {
  const until = undoUntil === null ? '' : `Possible until ${momentText(undoUntil)}`;
  if (takenBackAt === null) return until || 'No';
  const how =
    takenBack < changes ? `${takenBack.toLocaleString('en')} of ${changes.toLocaleString('en')} changes` : 'All';
  return `${how} by ${takenBackBy} on ${momentText(takenBackAt)}${until && `. ${until}`}`;
}
