import { UNDO_IMPORT_HOURS } from '@academy/contract/people-import';
import { useState } from 'react';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { Button } from '../../ui/button.tsx';
import css from './import-people.module.css';
import { importTexts } from './import-texts.ts';
import { type UndoState, useUndoImport } from './use-undo-import.ts';

/** The undo button of the import that was just made, and the result. */
export function UndoImport({ importId }: { importId: string }) {
  const { state, start } = useUndoImport();
  const [asking, setAsking] = useState(false);
  return (
    <div>
      {state.step !== 'done' && (
        <Button aria-disabled={state.step === 'running'} onClick={() => state.step === 'idle' && setAsking(true)}>
          {state.step === 'running' ? importTexts.oneMoment : importTexts.takeThisBack}
        </Button>
      )}
      <UndoneImport state={state} />
      <ConfirmUndo importId={asking ? importId : null} onConfirm={start} onClose={() => setAsking(false)} />
    </div>
  );
}

/** What was undone, what stays and why. */
export function UndoneImport({ state: { step, undone, left, failure } }: { state: UndoState }) {
  return (
    <>
      <p role="status" className={css.muted}>
        {step === 'done' && importTexts.undone({ undone, left: left.length })}
      </p>
      <div role="alert">
        {failure !== null && <p className={css.failure}>{importTexts.notAllTakenBack({ failure })}</p>}
      </div>
      {left.length > 0 && (
        <ul aria-label={importTexts.whatStays}>
          {left.map(({ email, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one person can be listed twice, and nothing moves
            <li key={at}>
              {email}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ConfirmUndoProps {
  /** Null: the dialog is closed. */
  importId: string | null;
  onConfirm: (importId: string) => Promise<void>;
  onClose: () => void;
}

/** Asks before an import is undone. */
export function ConfirmUndo({ importId, onConfirm, onClose }: ConfirmUndoProps) {
  const confirm = async () => {
    onClose();
    if (importId !== null) void onConfirm(importId);
  };
  return (
    <Confirm
      open={importId !== null}
      title={importTexts.takeBackTitle}
      action={importTexts.takeBack}
      onConfirm={confirm}
      onClose={onClose}
      onFailure={() => undefined}
    >
      <p>{importTexts.takeBackText({ hours: UNDO_IMPORT_HOURS })}</p>
    </Confirm>
  );
}
