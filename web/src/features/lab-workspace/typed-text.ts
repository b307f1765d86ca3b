import type { LabFile } from './engine-protocol.ts';

/**
 * Files as an engine tells them, with what was typed since: that is newer.
 *
 * @param typed null when the engine has all that was typed
 */
export const withTyped = (files: readonly LabFile[], typed: LabFile | null): readonly LabFile[] =>
  typed === null ? files : files.map((file) => (file.path === typed.path ? typed : file));
