import {
  appendAfterMatch,
  appendLines,
  findText,
  insertBeforeLine,
  insertBeforeMatch,
  insertBeside,
  linesBetween,
  replaceLines,
  replaceMatches,
  replaceRange,
  startOfLine,
  type TextRange,
  type TextSearch,
} from '@academy/contract/rules/lab-text';
import { editedYaml } from './edit-yaml.ts';
import { type EditFailure, homePath, isInHome } from './engine-protocol.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What an `editor:` action does to the learner's files. */
export type Edit =
  /** A file after the edit, and the place in it to go to. */
  | { kind: 'text'; path: string; text: string; range: TextRange | null }
  | { kind: 'folder'; path: string }
  /** `shows`: the editor shows the new file. */
  | { kind: 'copy' | 'move'; from: string; path: string; shows: boolean }
  | { kind: 'remove'; path: string }
  /** The editor does not show it any longer. */
  | { kind: 'close'; path: string };

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
 * @returns the change, or why it cannot be made
 */
export function edited(
  name: string,
  settings: Settings,
  files: ReadonlyMap<string, string>,
  selection: TextRange | null,
): Edit | EditFailure {
  const edit = ofFiles(name, settings) ?? ofText(name, settings, files, selection);
  // Without a file, whatever is open is closed.
  if ('failure' in edit || edit.kind === 'close') return edit;
  const outside = ('from' in edit ? [edit.from, edit.path] : [edit.path]).find((path) => !isInHome(path));
  return outside === undefined ? edit : { failure: 'outsideHome', path: outside };
}

/** Edits that look into no file; null for others. */
function ofFiles(name: string, settings: Settings): Edit | null {
  const path = homePath(word(settings, 'file'));
  switch (name) {
    case 'editor:create-directory':
      return { kind: 'folder', path: homePath(word(settings, 'directory')) };
    case 'editor:copy-file':
    case 'editor:rename-file':
      return {
        kind: name === 'editor:copy-file' ? 'copy' : 'move',
        from: homePath(word(settings, 'src')),
        path: homePath(word(settings, 'dest')),
        shows: settings.open !== false,
      };
    case 'editor:delete-file':
      return { kind: 'remove', path };
    case 'editor:close-file':
      return { kind: 'close', path };
    default:
      return null;
  }
}

function ofText(
  name: string,
  settings: Settings,
  files: ReadonlyMap<string, string>,
  selection: TextRange | null,
): Edit | EditFailure {
  const path = homePath(word(settings, 'file'));
  const before = files.get(path);
  const text = word(settings, 'text');
  const match = () => searchOf(settings, word(settings, 'match'));
  /** The line that lines are put beside: blanks around its text do not count. */
  const lineWith = () => {
    const search = match();
    return { ...search, text: search.isRegex === true ? search.text : search.text.trim() };
  };
  const failed = (failure: EditFailure['failure']): EditFailure => ({ failure, path });
  const shown = (range: TextRange): Edit => ({ kind: 'text', path, text: before ?? '', range });
  const changed = (after: string): Edit => ({ kind: 'text', path, text: after, range: changeOf(before ?? '', after) });
  if (name === 'editor:append-lines-to-file') return changed(appendLines(before ?? '', text));
  if (name === 'editor:prepend-lines-to-file') return changed(insertBeforeLine(before ?? '', 1, text));
  if (name === 'editor:create-file') return changed(appendLines('', text));
  if (before === undefined) return INSERTS.test(name) ? changed(appendLines('', text)) : failed('noFile');
  switch (name) {
    case 'editor:open-file': {
      const at = startOfLine(before, count(settings, 'line') ?? 1);
      return shown({ from: at, to: at });
    }
    case 'editor:select-matching-text': {
      const range = findText(before, searchOf(settings, text));
      return range === null ? failed('textNotFound') : shown(range);
    }
    case 'editor:select-lines-in-range':
    case 'editor:delete-lines-in-range':
    case 'editor:replace-lines-in-range': {
      const range = linesBetween(before, count(settings, 'start') ?? 1, count(settings, 'stop'));
      if (name === 'editor:select-lines-in-range') return shown(range);
      return changed(replaceLines(before, range, name === 'editor:replace-lines-in-range' ? text : ''));
    }
    case 'editor:replace-text-selection':
      return selection === null ? failed('nothingSelected') : changed(replaceRange(before, selection, text));
    case 'editor:delete-text-selection':
      return selection === null
        ? { kind: 'text', path, text: before, range: null }
        : changed(replaceRange(before, selection, ''));
    case 'editor:insert-lines-before-selection':
    case 'editor:append-lines-after-selection': {
      if (selection === null) return failed('nothingSelected');
      const side = name === 'editor:insert-lines-before-selection' ? 'before' : 'after';
      return { kind: 'text', path, ...insertBeside(before, selection, side, text) };
    }
    case 'editor:replace-matching-text':
      return changedOr(replaceMatches(before, match(), word(settings, 'replacement'), count(settings, 'count')));
    case 'editor:insert-lines-before-line':
      return changed(insertBeforeLine(before, count(settings, 'line') ?? 1, text));
    case 'editor:append-lines-after-line':
    case 'editor:insert-lines-after-line':
      return changed(insertBeforeLine(before, (count(settings, 'line') ?? 1) + 1, text));
    case 'editor:append-lines-after-match':
      return changedOr(appendAfterMatch(before, lineWith(), text));
    case 'editor:insert-lines-before-match':
      return changedOr(insertBeforeMatch(before, lineWith(), text));
    case 'editor:delete-matching-lines': {
      const { after = 0, ...search } = lineWith();
      const lines = count(settings, 'count') ?? 1;
      const all = after < 0 || lines < 0 ? -1 : after + Math.max(1, lines) - 1;
      const range = findText(before, { before: 0, ...search, after: all });
      return range === null ? failed('textNotFound') : changed(replaceRange(before, range, ''));
    }
    default:
      return YAML_EDITS.test(name) ? ofYaml(before) : failed('unknownEdit');
  }

  function changedOr(after: string | null): Edit | EditFailure {
    return after === null ? failed('textNotFound') : changed(after);
  }

  function ofYaml(yaml: string): Edit | EditFailure {
    const edit = editedYaml(name, settings, yaml);
    if (typeof edit === 'string') return failed(edit);
    return 'range' in edit ? shown(edit.range) : changed(edit.text);
  }
}

/** Edits that put lines into a file, and make it where it is missing. */
const INSERTS = /^editor:(insert-lines-before|append-lines-after|insert-lines-after)-(line|match)$/;
const YAML_EDITS = /^editor:[a-z-]*yaml/;

/** Where the two differ, in the second one. */
function changeOf(before: string, after: string): TextRange {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < before.length - from && end < after.length - from && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return { from, to: after.length - end };
}
