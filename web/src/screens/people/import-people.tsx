import type { ImportResult } from '@academy/contract/people-import';
import { useRef, useState } from 'react';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { type Column, DataTable, type View } from '../../ui/data-table/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Field } from '../../ui/field.tsx';
import { type PeopleFile, readPeopleFile } from './import-file.ts';
import css from './import-people.module.css';
import { LoweringRows } from './lowering-rows.tsx';
import { UndoImport } from './undo-import.tsx';
import { useImport } from './use-import.ts';

/** What rows are listed by: their outcome, and apart those that take something away. */
type Group = ImportResult['outcome'] | 'lowers';
const groupOf = ({ outcome, lowers }: ImportResult): Group => (outcome === 'updated' && lowers ? 'lowers' : outcome);

const GROUPS: Readonly<Record<Group, { before: string; after: string }>> = {
  error: { before: 'With errors', after: 'With errors' },
  lowers: { before: 'Would lose something', after: 'Lost something' },
  created: { before: 'To be added', after: 'Added' },
  updated: { before: 'To be changed', after: 'Changed' },
  unchanged: { before: 'Unchanged', after: 'Unchanged' },
};
const RESULTS_NAME = 'import-results.csv';
/** Rows that are listed of one outcome; the others are counted. */
const MOST_SHOWN = 100;

type ResultColumn = 'line' | 'email' | 'what';
const COLUMNS: readonly Column<ImportResult, ResultColumn>[] = [
  { name: 'line', title: 'Line', cell: ({ line }) => line },
  { name: 'email', title: 'E-mail', cell: ({ email }) => email },
  { name: 'what', title: 'What', cell: ({ message }) => message ?? '' },
];
const VIEW: View<ResultColumn> = {
  sortBy: null,
  sortDir: 'asc',
  columns: ['line', 'email', 'what'],
  density: 'comfortable',
  open: null,
};

/** Import of people: chooses a file, shows a dry run, then imports it. */
export function ImportPeople() {
  const { state, tryOut, apply, stop } = useImport();
  const hrefOf = useAdminHref();
  const [file, setFile] = useState<PeopleFile | null>(null);
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<Group | null>(null);
  const [asking, setAsking] = useState(false);
  const [mayLower, setMayLower] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const { step, results, total, failure } = state;
  const isRunning = step === 'trying' || step === 'applying';
  const isDone = step === 'applying' || step === 'applied';
  const counts = Map.groupBy(results, groupOf);
  const countOf = (group: Group) => counts.get(group)?.length ?? 0;
  const lowering = counts.get('lowers') ?? [];
  const toDo = countOf('created') + countOf('updated') + (mayLower ? lowering.length : 0);
  // Where nothing was chosen, the first group that has rows; while rows come in, the one that matters most.
  const groups = Object.keys(GROUPS) as Group[];
  const shown = chosen ?? (isRunning ? undefined : groups.find((group) => countOf(group) > 0)) ?? 'error';
  const listed = (counts.get(shown) ?? []).toSorted((a, b) => a.line - b.line);

  const choose = async (picked: File | undefined) => {
    if (picked === undefined) return;
    const read = readPeopleFile(await picked.text(), picked.name);
    setProblem('problem' in read ? read.problem : undefined);
    setFile('problem' in read ? null : read);
    setMayLower(false);
    setChosen(null);
    if ('problem' in read) return;
    await tryOut(read);
    head.current?.focus();
  };
  const start = async () => {
    setAsking(false);
    if (file === null) return;
    await apply(file, mayLower);
    head.current?.focus();
  };

  return (
    <div className={css.import}>
      <Field
        label="CSV file"
        hint="The first line names the columns: email, and as wanted firstName, lastName, proStartsAt, proEndsAt (days of UTC such as 2030-01-31) and isAdmin (yes or no). What is empty stays as it is."
        problem={problem}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={isRunning}
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      <p className={css.muted}>
        New people get no mail: they choose their password by “Forgot your password?” on the page where they log in,
        which confirms their address. Each change is written into the audit.
      </p>
      {step !== 'idle' && problem === undefined && (
        <section aria-labelledby="import-results" className={css.results}>
          <h2 id="import-results" ref={head} tabIndex={-1}>
            {isDone ? 'What was done' : 'What would happen'}
          </h2>
          {isRunning && (
            <div className={css.running}>
              <progress aria-label="Rows done" max={total} value={results.length} />
              <p>
                {results.length.toLocaleString('en')} of {total.toLocaleString('en')} rows
              </p>
              <Button onClick={stop}>Stop</Button>
            </div>
          )}
          <p role="status" className={css.muted}>
            {isRunning
              ? ''
              : `${countOf('created')} ${isDone ? 'added' : 'to be added'}, ${countOf('updated')} ${isDone ? 'changed' : 'to be changed'}, ${countOf('unchanged')} unchanged, ${countOf('error')} with errors${lowering.length === 0 ? '' : `, ${lowering.length} ${isDone ? 'lost something' : 'would lose something'}`}.`}
          </p>
          <div role="alert">
            {failure !== null && (
              <p className={css.failure}>
                It ended after {results.length.toLocaleString('en')} of {total.toLocaleString('en')} rows. {failure}{' '}
                {isDone ? 'The same file can be imported again: what was done stays unchanged.' : ''}
              </p>
            )}
          </div>
          {step === 'tried' && lowering.length > 0 && (
            <LoweringRows rows={lowering} isChosen={mayLower} onChoose={setMayLower} />
          )}
          <div className={css.buttons}>
            {step === 'tried' && (
              <Button look="primary" disabled={toDo === 0} onClick={() => setAsking(true)}>
                Import {toDo.toLocaleString('en')} {toDo === 1 ? 'person' : 'people'}
              </Button>
            )}
            {(step === 'tried' || step === 'applied') && (
              <DownloadButton
                label="Download the results as CSV"
                onDownload={async () => {
                  const { resultsFile } = await import('./import-results.ts');
                  saveFile(RESULTS_NAME, new Blob([resultsFile(results)], { type: 'text/csv' }));
                  return RESULTS_NAME;
                }}
              />
            )}
            {step === 'applied' && <LinkButton href={hrefOf(adminUrls.people())}>To the users</LinkButton>}
            {step === 'applied' && <LinkButton href={hrefOf(adminUrls.imports())}>All imports</LinkButton>}
          </div>
          {step === 'applied' && countOf('created') + countOf('updated') + countOf('lowers') > 0 && (
            <UndoImport key={state.importId} importId={state.importId} />
          )}
          <div className={css.buttons}>
            {groups
              .filter((group) => group !== 'lowers' || lowering.length > 0)
              .map((group) => (
                <Button key={group} aria-pressed={shown === group} onClick={() => setChosen(group)}>
                  {GROUPS[group][isDone ? 'after' : 'before']}: {countOf(group).toLocaleString('en')}
                </Button>
              ))}
          </div>
          {listed.length === 0 ? (
            <p className={css.muted}>No row.</p>
          ) : (
            <DataTable
              label="Rows"
              columns={COLUMNS}
              rows={listed.slice(0, MOST_SHOWN)}
              idOf={({ line }) => String(line)}
              titleOf={({ email }) => email}
              view={VIEW}
              onChange={() => undefined}
            />
          )}
          {listed.length > MOST_SHOWN && (
            <p className={css.muted}>
              The first {MOST_SHOWN} of {listed.length.toLocaleString('en')} rows are listed; the file has all of them.
            </p>
          )}
        </section>
      )}
      <Confirm
        open={asking}
        title={`Import ${toDo.toLocaleString('en')} ${toDo === 1 ? 'person' : 'people'}?`}
        action="Import"
        onConfirm={async () => void start()}
        onClose={() => setAsking(false)}
        onFailure={setProblem}
      >
        {mayLower && lowering.length > 0 && (
          <p>
            <strong>
              {lowering.length.toLocaleString('en')} {lowering.length === 1 ? 'person loses' : 'people lose'} a role or
              part of a membership at once.
            </strong>
          </p>
        )}
        <p>
          {countOf('created').toLocaleString('en')} will be added and {(toDo - countOf('created')).toLocaleString('en')}{' '}
          changed. Rows with errors stay out. For 24 hours it can be taken back as a whole, as far as nobody has used or
          changed anything since.
        </p>
      </Confirm>
    </div>
  );
}
