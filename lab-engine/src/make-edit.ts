import type { Edit } from './edit-files.ts';
import type { EngineReply } from './engine-protocol.ts';

/** Why a change could not be made; neither of them: it was. */
type Changed = Pick<EngineReply, 'problem' | 'failure' | 'path'>;

/** What changes the learner's files, wherever they lie. Missing folders of new files are made. */
export interface FileChanges {
  write(path: string, text: string): Promise<Changed>;
  makeFolder(path: string): Promise<Changed>;
  copy(from: string, path: string): Promise<Changed>;
  move(from: string, path: string): Promise<Changed>;
  remove(path: string): Promise<Changed>;
}

/**
 * Makes an edit.
 *
 * @param before text of its file until now; a text that stays the same is not written
 * @returns what a page shows then, or why it could not be made
 */
export async function makeEdit(edit: Edit, before: string | undefined, changes: FileChanges): Promise<EngineReply> {
  const changed = await made(edit, before, changes);
  if (changed.problem !== undefined || changed.failure !== undefined) return changed;
  switch (edit.kind) {
    case 'text':
      return { path: edit.path, range: edit.range };
    case 'folder':
      return { path: edit.path };
    case 'copy':
      return shownAt(edit);
    case 'move':
      return { ...shownAt(edit), closed: edit.from };
    default:
      return { closed: edit.path };
  }
}

const shownAt = ({ path, shows }: { path: string; shows: boolean }): EngineReply =>
  shows ? { path, range: { from: 0, to: 0 } } : { path };

async function made(edit: Edit, before: string | undefined, changes: FileChanges): Promise<Changed> {
  switch (edit.kind) {
    case 'text':
      return edit.text === before ? {} : changes.write(edit.path, edit.text);
    case 'folder':
      return changes.makeFolder(edit.path);
    case 'copy':
      return changes.copy(edit.from, edit.path);
    case 'move':
      return changes.move(edit.from, edit.path);
    case 'remove':
      return changes.remove(edit.path);
    case 'close':
      return {};
  }
}
