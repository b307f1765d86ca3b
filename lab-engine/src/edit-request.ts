import type { TextRange } from '@academy/contract/rules/lab-text';
import type { LabFile } from './engine-protocol.ts';

/** The input of an `editor:` action. */
export interface EditRequest {
  name: string;
  settings: Readonly<Record<string, unknown>>;
  files: readonly LabFile[];
  selection: TextRange | null;
}
