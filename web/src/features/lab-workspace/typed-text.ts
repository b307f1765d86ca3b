import type { LabFile } from '@academy/lab-engine/engine-protocol';

/**
 * Files as the engine reports them, with newer edits applied.
 *
 * @param typed null when the engine has all that was typed
 */
export const withTyped = (files: readonly LabFile[], typed: LabFile | null): readonly LabFile[] =>
  typed === null ? files : files.map((file) => (file.path === typed.path ? typed : file));
