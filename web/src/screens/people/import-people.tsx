import type { PeopleFile } from '@academy/contract/rules/people-file';
import type { FileEncoding } from '@academy/contract/rules/text-encoding';
import { type RefObject, useRef, useState } from 'react';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { useAskBeforeLeaving } from '../../lib/ask-before-leaving.ts';
import { loadFileWithRetry } from '../../lib/load-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Field } from '../../ui/field.tsx';
import { fileProblemText } from './file-problem.ts';
import { ImportEncoding } from './import-encoding.tsx';
import { changesOf, importGroups, importSummary, raisedBy } from './import-groups.ts';
import css from './import-people.module.css';
import { ImportRows } from './import-rows.tsx';
import { importTexts } from './import-texts.ts';
import { LoweringRows } from './lowering-rows.tsx';
import { UndoImport } from './undo-import.tsx';
import { type ImportState, useImport } from './use-import.ts';

/** Also what Excel calls “Unicode Text”, and workbooks, which the page then explains. */
const SPREADSHEET_FILES = '.csv,.tsv,.txt,.xls,.xlsx,.ods,text/csv,text/plain,text/tab-separated-values';
const RESULTS_NAME = 'import-results.csv';

/** Import of people: chooses a file, shows a dry run, then imports it. */
export function ImportPeople() {
  const { state, tryOut, apply, stop } = useImport();
  useAskBeforeLeaving(state.step === 'applying');
  /** Bytes of the chosen file, and what was read in them; read again when another encoding is chosen. */
  const [chosen, setChosen] = useState<{ bytes: Uint8Array; file: PeopleFile } | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [mayLower, setMayLower] = useState(false);
  const [invite, setInvite] = useState(true);
  const [namesAreRight, setNamesAreRight] = useState(false);
  /** Counts readings of files: each starts with fresh results. */
  const [files, setFiles] = useState(0);
  const head = useRef<HTMLHeadingElement>(null);
  const groups = importGroups(state.results);
  const file = chosen?.file ?? null;

  const choose = async (picked: File) => {
    // A spreadsheet may save the file again while this page is open; the browser then refuses to read it once more.
    const bytes = await picked.arrayBuffer().catch(() => null);
    if (bytes !== null) return read(new Uint8Array(bytes), picked.name, null);
    setProblem(importTexts.unreadable);
    setChosen(null);
  };
  /** @param encoding null: the file was just chosen */
  const read = async (bytes: Uint8Array, name: string, encoding: FileEncoding | null) => {
    // The reader of CSV weighs as much as the rest of the screen.
    const { readPeopleFile } = await loadFileWithRetry(() => import('@academy/contract/rules/people-file'));
    const read = readPeopleFile(bytes, { name, ...(encoding === null ? {} : { encoding }) });
    setProblem('problem' in read ? fileProblemText(read.problem) : undefined);
    setChosen('problem' in read ? null : { bytes, file: read });
    setMayLower(false);
    setNamesAreRight(false);
    setFiles((count) => count + 1);
    if ('problem' in read) return;
    await tryOut(read);
    // Whoever compares encodings stays at the choice.
    if (encoding === null) head.current?.focus();
  };
  const start = async () => {
    setAsking(false);
    if (file === null) return;
    await apply(file, { mayLower, invite });
    head.current?.focus();
  };

  return (
    <div className={css.import}>
      <FileField
        isDisabled={isRunningIn(state)}
        problem={problem}
        onChoose={(picked) => picked !== undefined && void choose(picked)}
      />
      {chosen?.file.isGuess === true && state.step !== 'applying' && state.step !== 'applied' && (
        <ImportEncoding
          encoding={chosen.file.encoding}
          isDisabled={isRunningIn(state)}
          isConfirmed={namesAreRight}
          onChoose={(encoding) => void read(chosen.bytes, chosen.file.name, encoding)}
          onConfirm={setNamesAreRight}
        />
      )}
      {state.step !== 'idle' && problem === undefined && file !== null && (
        <ImportResults
          key={files}
          head={head}
          file={file}
          state={state}
          mayLower={mayLower}
          mayImport={namesAreRight || !file.isGuess}
          onMayLower={setMayLower}
          onImport={() => setAsking(true)}
          onStop={stop}
        />
      )}
      <ImportConfirm
        open={isAsking}
        groups={groups}
        mayLower={mayLower}
        invite={invite}
        onInvite={setInvite}
        onConfirm={async () => void start()}
        onClose={() => setAsking(false)}
        onFailure={setProblem}
      />
    </div>
  );
}

const isRunningIn = ({ step }: ImportState): boolean => step === 'trying' || step === 'applying';

interface FileFieldProps {
  isDisabled: boolean;
  problem: string | undefined;
  onChoose: (file: File | undefined) => void;
}

function FileField({ isDisabled, problem, onChoose }: FileFieldProps) {
  return (
    <>
      <Field label={importTexts.csvFile} hint={importTexts.columnsHint} problem={problem}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept={SPREADSHEET_FILES}
            disabled={isDisabled}
            // So that the same file can be chosen again once it was corrected: otherwise nothing has changed.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={({ target }) => onChoose(target.files?.[0])}
          />
        )}
      </Field>
      <p className={css.muted}>{importTexts.noMailHint}</p>
    </>
  );
}

interface ImportResultsProps {
  head: RefObject<HTMLHeadingElement | null>;
  file: PeopleFile;
  state: ImportState;
  mayLower: boolean;
  /** False while nobody has said that the names are right. */
  mayImport: boolean;
  onMayLower: (mayLower: boolean) => void;
  onImport: () => void;
  onStop: () => void;
}

/** What a file would do, or has done: progress, summary, the next step, and the rows. */
function ImportResults(props: ImportResultsProps) {
  const { head, file, state, mayLower, mayImport, onMayLower, onImport, onStop } = props;
  const { step, results, total, failure } = state;
  const isRunning = isRunningIn(state);
  const isDone = step === 'applying' || step === 'applied';
  const groups = importGroups(results);
  return (
    <section aria-labelledby="import-results" className={css.results}>
      <h2 id="import-results" ref={head} tabIndex={-1}>
        {isDone ? importTexts.done : importTexts.preview}
      </h2>
      {isRunning && (
        <div className={css.running}>
          <progress aria-label={importTexts.rowsDone} max={total} value={results.length} />
          <p>{importTexts.progress({ done: results.length, total })}</p>
          <Button onClick={onStop}>{importTexts.stop}</Button>
        </div>
      )}
      <p role="status" className={css.muted}>
        {isRunning ? '' : importSummary(groups, isDone)}
      </p>
      <div role="alert">
        {failure !== null && (
          <p className={css.failure}>
            {isDone
              ? importTexts.endedEarlyDone({ done: results.length, total, failure })
              : importTexts.endedEarly({ done: results.length, total, failure })}
          </p>
        )}
      </div>
      {step === 'tried' && groups.lowers.length > 0 && (
        <LoweringRows rows={groups.lowers} isChosen={mayLower} onChoose={onMayLower} />
      )}
      <ImportButtons state={state} toDo={changesOf(groups, mayLower)} isDisabled={!mayImport} onImport={onImport} />
      {step === 'applied' && changesOf(groups, true) > 0 && (
        <UndoImport key={state.importId} importId={state.importId} />
      )}
      <ImportRows file={file} groups={groups} isRunning={isRunning} isDone={isDone} />
    </section>
  );
}

interface ImportButtonsProps {
  state: ImportState;
  /** How many people the import changes. */
  toDo: number;
  isDisabled: boolean;
  onImport: () => void;
}

function ImportButtons({ state: { step, results }, toDo, isDisabled, onImport }: ImportButtonsProps) {
  const hrefOf = useAdminHref();
  const download = async () => {
    const { resultsFile } = await import('./import-results.ts');
    saveFile(RESULTS_NAME, new Blob([resultsFile(results)], { type: 'text/csv' }));
    return RESULTS_NAME;
  };
  return (
    <div className={css.buttons}>
      {step === 'tried' && (
        <Button look="primary" disabled={toDo === 0 || isDisabled} onClick={onImport}>
          {importTexts.importPeople({ count: toDo })}
        </Button>
      )}
      {(step === 'tried' || step === 'applied') && (
        <DownloadButton label={importTexts.downloadResults} onDownload={download} />
      )}
      {step === 'applied' && <LinkButton href={hrefOf(adminUrls.people())}>{importTexts.toUsers}</LinkButton>}
      {step === 'applied' && <LinkButton href={hrefOf(adminUrls.imports())}>{importTexts.allImports}</LinkButton>}
    </div>
  );
}

interface ImportConfirmProps {
  open: boolean;
  groups: ReturnType<typeof importGroups>;
  mayLower: boolean;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  onFailure: (message: string) => void;
}

function ImportConfirm({ groups, mayLower, invite, onInvite, ...dialog }: ImportConfirmProps) {
  const toDo = changesOf(groups, mayLower);
  const added = groups.created.length;
  const lowered = groups.lowers.length;
  const raised = raisedBy(groups, mayLower);
  return (
    <Confirm {...dialog} title={importTexts.importTitle({ count: toDo })} action={importTexts.import}>
      {mayLower && lowered > 0 && (
        <p>
          <strong>{importTexts.lowered({ count: lowered })}</strong>
        </p>
      )}
      {raised.length > 0 && (
        <p>
          <strong>{importTexts.raised({ count: raised.length, names: raised.join(', ') })}</strong>
        </p>
      )}
      <p>{importTexts.confirmText({ added, changed: toDo - added })}</p>
      {added > 0 && (
        <label className={css.include}>
          <input type="checkbox" checked={invite} onChange={({ target }) => onInvite(target.checked)} />
          {importTexts.inviteThem({ count: added })}
        </label>
      )}
    </Confirm>
  );
}
