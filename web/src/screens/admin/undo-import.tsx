import { type ImportRemainder, UNDO_IMPORT_HOURS } from '@academy/contract/people-import';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { usePeopleImport } from '../../api/learners.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from './confirm.tsx';
import css from './import-people.module.css';

interface UndoState {
  step: 'idle' | 'running' | 'done';
  undone: number;
  left: readonly ImportRemainder[];
}

/** Takes back what an import did, and lists what stays, with the reason. */
export function UndoImport({ importId }: { importId: string }) {
  const { undo } = usePeopleImport();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [{ step, undone, left }, setState] = useState<UndoState>({ step: 'idle', undone: 0, left: [] });

  const start = async () => {
    setAsking(false);
    setFailure(null);
    setState({ step: 'running', undone: 0, left: [] });
    try {
      await undo(importId, (part) =>
        setState((known) => ({
          step: 'running',
          undone: known.undone + part.undone,
          left: [...known.left, ...part.left],
        })),
      );
      setState((known) => ({ ...known, step: 'done' }));
    } catch (error) {
      setFailure(reasonOf(error));
      setState((known) => ({ ...known, step: 'idle' }));
    }
  };
  return (
    <div>
      {step !== 'done' && (
        <Button aria-disabled={step === 'running'} onClick={() => step === 'idle' && setAsking(true)}>
          {step === 'running' ? 'One moment' : 'Undo this import'}
        </Button>
      )}
      <p role="status" className={css.muted}>
        {step === 'done' &&
          `${undone.toLocaleString('en')} ${undone === 1 ? 'change was' : 'changes were'} taken back, ${left.length.toLocaleString('en')} ${left.length === 1 ? 'stays' : 'stay'}.`}
      </p>
      <div role="alert">
        {failure !== null && <p className={css.failure}>Not all of it was taken back. {failure} Try it again.</p>}
      </div>
      {left.length > 0 && (
        <ul aria-label="What stays">
          {left.map(({ email, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one person can stand here twice, and nothing moves
            <li key={at}>
              {email}: {message}
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={asking}
        title="Undo this import?"
        action="Undo"
        onConfirm={async () => void start()}
        onClose={() => setAsking(false)}
        onFailure={setFailure}
      >
        <p>
          Accounts that nobody has used since are deleted; names, memberships and roles go back to what they were. What
          somebody has changed since stays. This is possible for {UNDO_IMPORT_HOURS} hours.
        </p>
      </Confirm>
    </div>
  );
}
