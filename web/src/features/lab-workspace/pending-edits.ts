import type { LabFile } from '@academy/lab-engine/engine-protocol';
import type { LabEngine } from './lab-engine.ts';
import { withTyped } from './typed-text.ts';

/** Edits are sent this long after the last key, ms. */
const SETTLE_MS = 250;

/** What the learner types in the editor, until the engine has it. */
export interface PendingEdits {
  /** Files as the engine reports them, with the edit that it does not have yet. */
  applyTo(files: readonly LabFile[]): readonly LabFile[];
  /** Notes an edit; it is sent once typing pauses. */
  write(engine: Pick<LabEngine, 'ask'>, path: string, text: string): void;
  /** Sends the present edit. @returns resolves when the engine has all edits, so that commands can see them */
  flush(): Promise<void>;
  /** Drops the present edit. */
  discard(): void;
}

export function pendingEdits(): PendingEdits {
  let typing: { timer: ReturnType<typeof setTimeout>; send: () => void } | null = null;
  let written = Promise.resolve();
  /** The last edit until the engine has it: files that the engine reports meanwhile are older. */
  let unsent: LabFile | null = null;
  return {
    applyTo: (files) => withTyped(files, unsent),
    write(engine, path, text) {
      if (typing !== null) clearTimeout(typing.timer);
      const file = { path, text };
      unsent = file;
      const send = () => {
        if (typing === null) return;
        clearTimeout(typing.timer);
        typing = null;
        written = engine.ask({ kind: 'write', path, text }).then(() => {
          if (unsent === file) unsent = null;
        });
      };
      typing = { send, timer: setTimeout(send, SETTLE_MS) };
    },
    flush() {
      typing?.send();
      return written;
    },
    discard() {
      if (typing !== null) clearTimeout(typing.timer);
      typing = null;
      unsent = null;
    },
  };
}
