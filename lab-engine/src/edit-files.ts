import {
  appendAfterMatch,
  appendLines,
  findText,
  insertBeforeLine,
  replaceMatch,
  replaceRange,
  startOfLine,
  type TextRange,
  type TextSearch,
} from '@academy/contract/rules/lab-text';
import { type EditFailure, homePath } from './engine-protocol.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A file after an edit, and the place in it to go to; of a new folder only its path. */
export interface Edit {
  path: string;
  text: string;
  range: TextRange | null;
  folder?: string;
}

const word = (settings: Settings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const count = (settings: Settings, name: string): number | undefined =>
  typeof settings[name] === 'number' ? settings[name] : undefined;

function searchOf(settings: Settings, text: string): TextSearch {
  const numbers = Object.fromEntries(
    (['group', 'start', 'stop', 'before', 'after'] as const).flatMap((name) => {
      const value = count(settings, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { text, isRegex: settings.isRegex === true, ...numbers };
}

/**
 * What an `editor:` action makes of the learner's files.
 *
 * @param selection what was selected last in the file, for replacing it
 * @returns the file, or why it cannot be done
 */
export function edited(
  name: string,
  settings: Settings,
  files: ReadonlyMap<string, string>,
  selection: TextRange | null,
): Edit | EditFailure {
  if (name === 'editor:create-directory') {
    const folder = homePath(word(settings, 'directory'));
    return { path: folder, text: '', range: null, folder };
  }
  const path = homePath(word(settings, 'file'));
  const before = files.get(path);
  const text = word(settings, 'text');
  const failed = (failure: EditFailure['failure']): EditFailure => ({ failure, path });
  const changed = (after: string): Edit => ({ path, text: after, range: changeOf(before ?? '', after) });
  if (name === 'editor:append-lines-to-file') return changed(appendLines(before ?? '', text));
  if (name === 'editor:create-file') return changed(text);
  if (before === undefined) return failed('noFile');
  switch (name) {
    case 'editor:open-file': {
      const at = startOfLine(before, count(settings, 'line') ?? 1);
      return { path, text: before, range: { from: at, to: at } };
    }
    case 'editor:select-matching-text': {
      const range = findText(before, searchOf(settings, text));
      return range === null ? failed('textNotFound') : { path, text: before, range };
    }
    case 'editor:replace-text-selection':
      return selection === null ? failed('nothingSelected') : changed(replaceRange(before, selection, text));
    case 'editor:replace-matching-text': {
      const after = replaceMatch(before, searchOf(settings, word(settings, 'match')), word(settings, 'replacement'));
      return after === null ? failed('textNotFound') : changed(after);
    }
    case 'editor:insert-lines-before-line':
      return changed(insertBeforeLine(before, count(settings, 'line') ?? 1, text));
    case 'editor:append-lines-after-match': {
      const after = appendAfterMatch(before, searchOf(settings, word(settings, 'match')), text);
      return after === null ? failed('textNotFound') : changed(after);
    }
    default:
      return failed('unknownEdit');
  }
}

/** Where the two differ, in the second one. */
function changeOf(before: string, after: string): TextRange {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < before.length - from && end < after.length - from && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return { from, to: after.length - end };
}
