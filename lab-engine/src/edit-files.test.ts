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

it('a file has one name, however its author writes it', () => {
  for (const path of ['~/a/b', '$HOME/a/b', `${HOME}/a/b`, './a/b', 'a/b']) expect(homePath(path)).toBe('a/b');
});
