import { describe, expect, it } from 'vitest';
import { edited } from './edit-files.ts';
import { HOME, homePath } from './engine-protocol.ts';

const FILES = new Map([['exercises/a.yaml', 'one: 1\ntwo: 2\n']]);
const FILE = '~/exercises/a.yaml';
const edit = (name: string, settings: Record<string, unknown>, selection: { from: number; to: number } | null = null) =>
  edited(`editor:${name}`, { file: FILE, ...settings }, FILES, selection);

describe('an action of the editor', () => {
  it('opens a file at a line', () => {
    expect(edit('open-file', { line: 2 })).toMatchObject({ path: 'exercises/a.yaml', range: { from: 7, to: 7 } });
    expect(edited('editor:open-file', { file: 'nothing' }, FILES, null)).toEqual({
      failure: 'noFile',
      path: 'nothing',
    });
  });

  it('selects what it names, and replaces what was selected', () => {
    const selected = edit('select-matching-text', { text: 'two: .*', isRegex: true });
    expect(selected).toMatchObject({ range: { from: 7, to: 13 } });
    expect(edit('select-matching-text', { text: 'six' })).toHaveProperty('failure');
    expect(edit('replace-text-selection', { text: 'two: 3' }, { from: 7, to: 13 })).toMatchObject({
      text: 'one: 1\ntwo: 3\n',
    });
    expect(edit('replace-text-selection', { text: 'two: 3' })).toHaveProperty('failure', 'nothingSelected');
    expect(edit('replace-matching-text', { match: '1', replacement: '9' })).toMatchObject({ text: 'one: 9\ntwo: 2\n' });
  });

  it('adds lines, and shows which', () => {
    expect(edit('append-lines-to-file', { text: 'three: 3' })).toMatchObject({
      text: 'one: 1\ntwo: 2\nthree: 3\n',
      range: { from: 14, to: 23 },
    });
    expect(edit('insert-lines-before-line', { line: 2, text: 'x' })).toMatchObject({ text: 'one: 1\nx\ntwo: 2\n' });
    expect(edit('append-lines-after-match', { match: 'one', text: 'x' })).toMatchObject({
      text: 'one: 1\nx\ntwo: 2\n',
    });
  });

  it('makes files and folders', () => {
    expect(edited('editor:append-lines-to-file', { file: 'new.txt', text: 'x' }, FILES, null)).toMatchObject({
      path: 'new.txt',
      text: 'x\n',
    });
    expect(edited('editor:create-directory', { directory: '~/made' }, FILES, null)).toEqual({
      kind: 'folder',
      path: 'made',
    });
    expect(edit('execute-command', {})).toHaveProperty('failure', 'unknownEdit');
  });
});

/** What the editor of educates-training-platform 3.7.1 makes of the same file, where nothing else is said. */
describe('an edit writes what the editor of Educates writes', () => {
  const TEXT = 'kind\nsize\nimage: tea\nport: 80\nimage: milk\nlast\n';
  const made = (name: string, settings: Record<string, unknown>, text = TEXT) => {
    const files = new Map([['a.txt', text]]);
    const edit = edited(`editor:${name}`, { file: '~/a.txt', ...settings }, files, null);
    if ('failure' in edit) return edit.failure;
    if (edit.kind !== 'text') return edit.kind;
    return name.startsWith('select') ? edit.text.slice(edit.range?.from, edit.range?.to) : edit.text;
  };

  it('counts lines of a search from 0, and leaves the last one out', () => {
    expect(made('select-matching-text', { text: 'port', start: 1, stop: 4 })).toBe('port');
    expect(made('select-matching-text', { text: 'port', start: 4 })).toBe('textNotFound');
    expect(made('replace-matching-text', { match: 'image', replacement: 'x', start: 4, stop: 5 })).toBe(
      TEXT.replace('image: milk', 'x: milk'),
    );
  });

  it('searches line by line', () => {
    expect(made('select-matching-text', { text: 'image:[^#]*', isRegex: true })).toBe('image: tea');
    expect(made('replace-matching-text', { match: '\\s*#.*', replacement: '', isRegex: true }, 'a\n# b\nc\n')).toBe(
      'a\n\nc\n',
    );
  });

  it('does not count blanks around the line that lines are put beside', () => {
    expect(made('append-lines-after-match', { match: '  size\n', text: 'x' })).toBe(
      TEXT.replace('size\n', 'size\nx\n'),
    );
    expect(made('insert-lines-before-match', { match: 'size\n', text: 'x' })).toBe(TEXT.replace('size', 'x\nsize'));
    expect(made('delete-matching-lines', { match: 'size\n', count: 2 })).toBe(TEXT.replace('size\nimage: tea\n', ''));
    expect(made('delete-matching-lines', { match: 'image', count: -1 })).toBe('kind\nsize\n');
  });

  it('makes a missing file, and ends a new one with a line break', () => {
    for (const name of [
      'insert-lines-before-line',
      'append-lines-after-line',
      'append-lines-after-match',
      'insert-lines-before-match',
    ])
      expect(made(name, { file: '~/new.txt', line: 3, match: 'x', text: 'one' })).toBe('one\n');
    expect(made('create-file', { text: 'one\ntwo' })).toBe('one\ntwo\n');
    expect(made('create-file', { text: '' })).toBe('');
    expect(made('select-matching-text', { file: '~/new.txt', text: 'x' })).toBe('noFile');
  });

  it('goes on past the end, and turns a range that is named backwards', () => {
    expect(made('insert-lines-before-line', { line: 5, text: 'x' }, 'a\nb\n')).toBe('a\nb\n\n\nx\n');
    expect(made('append-lines-after-line', { line: 4, text: 'x' }, 'a\nb\n')).toBe('a\nb\n\n\nx\n');
    expect(made('select-lines-in-range', { start: 5, stop: 4 })).toBe('port: 80\nimage: milk\n');
    expect(made('select-lines-in-range', { start: 5, stop: 99 })).toBe('image: milk\nlast\n');
    expect(made('delete-lines-in-range', { start: 6, stop: 99 })).toBe(TEXT.replace('last\n', ''));
  });

  /** The editor of Educates appends the lines at the end, changes nothing, and replaces one match a line. */
  it('fails without a match where the editor says OK, and replaces all matches', () => {
    expect(made('append-lines-after-match', { match: 'none', text: 'x' })).toBe('textNotFound');
    expect(made('delete-matching-lines', { match: 'none' })).toBe('textNotFound');
    expect(made('replace-matching-text', { match: 'a', replacement: 'x', count: -1 }, 'aa\na\n')).toBe('xx\nx\n');
  });
});

it('a file has one name, however its author writes it', () => {
  for (const path of ['~/a/b', '$HOME/a/b', `${HOME}/a/b`, './a/b', 'a/b']) expect(homePath(path)).toBe('a/b');
});
