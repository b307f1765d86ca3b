import type { ImportRemainder } from '@academy/contract/people-import';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { usePeopleImport } from '../../api/people-import.ts';

export interface UndoState {
  /** The import that it is about; empty: none. */
  importId: string;
  step: 'idle' | 'running' | 'done';
  undone: number;
  left: readonly ImportRemainder[];
  /** Why it stopped before the end; null: it did not. */
  failure: string | null;
}

const IDLE: UndoState = { importId: '', step: 'idle', undone: 0, left: [], failure: null };

/** Undoes an import in batches. */
export function useUndoImport() {
  const { undo } = usePeopleImport();
  const [state, setState] = useState(IDLE);
  return {
    state,
    async start(importId: string): Promise<void> {
      setState({ ...IDLE, importId, step: 'running' });
      try {
        await undo(importId, (part) =>
          setState((known) => ({
            ...known,
            undone: known.undone + part.undone,
            left: [...known.left, ...part.left],
          })),
        );
        setState((known) => ({ ...known, step: 'done' }));
      } catch (error) {
        setState((known) => ({ ...known, step: 'idle', failure: reasonOf(error) }));
      }
    },
  };
}
