import { EDITOR_COMMANDS, editorCommand } from '@academy/contract/rules/editor-commands';
import { contentTexts } from '../content-texts.ts';
import {
  type ActionKind,
  asYaml,
  type FieldType,
  inFile,
  type Settings,
  simple,
  terminalOf,
  word,
} from './action-kind.ts';

/** Settings shared by most searches. */
const SEARCH: Readonly<Record<string, FieldType>> = {
  isRegex: 'flag',
  group: 'count',
  before: 'number',
  after: 'number',
  start: 'number',
  stop: 'number',
};
const MATCH = { file: 'text', match: 'text', text: 'text', isRegex: 'flag', group: 'count' } as const;
const LINES = { file: 'text', start: 'number', stop: 'number' } as const;
const YAML = { file: 'text', path: 'text', value: 'any' } as const;

const file = (settings: Settings) => ({ file: word(settings, 'file') });
const lines = (settings: Settings) => ({
  ...file(settings),
  from: word(settings, 'start'),
  to: word(settings, 'stop') || word(settings, 'start'),
});
const match = (settings: Settings) => ({ ...file(settings), match: word(settings, 'match') });
const at = (settings: Settings) => ({ ...file(settings), path: word(settings, 'path') });
const text = (settings: Settings) => inFile(settings, 'text');
const value = (settings: Settings) => asYaml(settings, 'value');
const terminal = (settings: Settings) => ({ terminal: terminalOf('editor:', settings) });

const insertAfterLine = simple(
  { file: 'text', line: 'count', text: 'text' },
  ['file', 'line'],
  (settings) => contentTexts.insertAfterLine({ ...file(settings), line: word(settings, 'line') }),
  text,
);

/** The actions of the editor: files, texts, YAML, its terminals and its commands. */
export const EDITOR_ACTIONS: readonly (readonly [string, ActionKind])[] = [
  [
    'editor:open-file',
    simple({ file: 'text', line: 'count' }, ['file'], (settings) => {
      const line = word(settings, 'line');
      return line === '' ? contentTexts.openFile(file(settings)) : contentTexts.openFileAt({ ...file(settings), line });
    }),
  ],
  [
    'editor:select-matching-text',
    simple(
      { file: 'text', text: 'text', ...SEARCH },
      ['file', 'text'],
      (settings) => contentTexts.selectIn(file(settings)),
      text,
    ),
  ],
  [
    'editor:select-lines-in-range',
    simple(LINES, ['file', 'start'], (settings) => contentTexts.selectLines(lines(settings))),
  ],
  [
    'editor:replace-text-selection',
    simple(
      { file: 'text', text: 'text' },
      ['file', 'text'],
      (settings) => contentTexts.replaceSelection(file(settings)),
      text,
    ),
  ],
  [
    'editor:delete-text-selection',
    simple({ file: 'text' }, ['file'], (settings) => contentTexts.deleteSelection(file(settings))),
  ],
  [
    'editor:insert-lines-before-selection',
    simple(
      { file: 'text', text: 'text' },
      ['file', 'text'],
      (settings) => contentTexts.insertBeforeSelection(file(settings)),
      text,
    ),
  ],
  [
    'editor:append-lines-after-selection',
    simple(
      { file: 'text', text: 'text' },
      ['file', 'text'],
      (settings) => contentTexts.insertAfterSelection(file(settings)),
      text,
    ),
  ],
  [
    'editor:replace-matching-text',
    simple(
      { file: 'text', match: 'text', replacement: 'text', count: 'number', ...SEARCH },
      ['file', 'match'],
      (settings) => contentTexts.replaceFirst(file(settings)),
      (settings) => [...inFile(settings, 'match'), ...inFile(settings, 'replacement')],
    ),
  ],
  [
    'editor:append-lines-to-file',
    simple({ file: 'text', text: 'text' }, ['file'], (settings) => contentTexts.addToEnd(file(settings)), text),
  ],
  [
    'editor:prepend-lines-to-file',
    simple({ file: 'text', text: 'text' }, ['file'], (settings) => contentTexts.addToBeginning(file(settings)), text),
  ],
  [
    'editor:insert-lines-before-line',
    simple(
      { file: 'text', line: 'count', text: 'text' },
      ['file', 'line'],
      (settings) => contentTexts.insertBefore({ ...file(settings), line: word(settings, 'line') }),
      text,
    ),
  ],
  ['editor:append-lines-after-line', insertAfterLine],
  // The older name.
  ['editor:insert-lines-after-line', insertAfterLine],
  [
    'editor:append-lines-after-match',
    simple(MATCH, ['file', 'match'], (settings) => contentTexts.insertAfter(match(settings)), text),
  ],
  [
    'editor:insert-lines-before-match',
    simple(MATCH, ['file', 'match'], (settings) => contentTexts.insertBeforeMatch(match(settings)), text),
  ],
  [
    'editor:delete-lines-in-range',
    simple(LINES, ['file', 'start'], (settings) => contentTexts.deleteLines(lines(settings))),
  ],
  [
    'editor:delete-matching-lines',
    simple(
      { file: 'text', match: 'text', isRegex: 'flag', count: 'number', before: 'number', after: 'number' },
      ['file', 'match'],
      (settings) => contentTexts.deleteMatching(match(settings)),
    ),
  ],
  [
    'editor:replace-lines-in-range',
    simple(
      { ...LINES, text: 'text' },
      ['file', 'start', 'text'],
      (settings) => contentTexts.replaceLines(lines(settings)),
      text,
    ),
  ],
  [
    'editor:create-file',
    simple({ file: 'text', text: 'text' }, ['file'], (settings) => contentTexts.createFile(file(settings)), text),
  ],
  [
    'editor:create-directory',
    simple({ directory: 'text' }, ['directory'], (settings) =>
      contentTexts.createFolder({ folder: word(settings, 'directory') }),
    ),
  ],
  [
    'editor:copy-file',
    simple({ src: 'text', dest: 'text', open: 'flag' }, ['src', 'dest'], (settings) =>
      contentTexts.copyFileTo({ file: word(settings, 'src'), to: word(settings, 'dest') }),
    ),
  ],
  [
    'editor:rename-file',
    simple({ src: 'text', dest: 'text', open: 'flag' }, ['src', 'dest'], (settings) =>
      contentTexts.renameFileTo({ file: word(settings, 'src'), to: word(settings, 'dest') }),
    ),
  ],
  ['editor:close-file', simple({ file: 'text' }, ['file'], (settings) => contentTexts.closeFile(file(settings)))],
  ['editor:delete-file', simple({ file: 'text' }, ['file'], (settings) => contentTexts.deleteFile(file(settings)))],
  [
    'editor:set-yaml-value',
    simple(YAML, ['file', 'path', 'value'], (settings) => contentTexts.setYaml(at(settings)), value),
  ],
  [
    'editor:add-yaml-item',
    simple(YAML, ['file', 'path', 'value'], (settings) => contentTexts.addYamlItem(at(settings)), value),
  ],
  [
    'editor:insert-yaml-item',
    simple(
      { ...YAML, index: 'count' },
      ['file', 'path', 'value'],
      (settings) => contentTexts.insertYamlItem({ ...at(settings), index: word(settings, 'index') || '0' }),
      value,
    ),
  ],
  [
    'editor:replace-yaml-item',
    simple(YAML, ['file', 'path', 'value'], (settings) => contentTexts.replaceYamlItem(at(settings)), value),
  ],
  [
    'editor:delete-yaml-value',
    simple({ file: 'text', path: 'text' }, ['file', 'path'], (settings) => contentTexts.deleteYaml(at(settings))),
  ],
  [
    'editor:merge-yaml-values',
    simple(YAML, ['file', 'path', 'value'], (settings) => contentTexts.mergeYaml(at(settings)), value),
  ],
  [
    'editor:select-yaml-path',
    simple({ file: 'text', path: 'text' }, ['file'], (settings) =>
      word(settings, 'path') === '' ? contentTexts.selectAll(file(settings)) : contentTexts.selectYaml(at(settings)),
    ),
  ],
  // Adds to a list, merges into a map, and sets what is not there.
  [
    'editor:insert-value-into-yaml',
    simple(YAML, ['file', 'path', 'value'], (settings) => contentTexts.insertYaml(at(settings)), value),
  ],
  [
    'editor:open-terminal',
    simple({ session: 'text' }, [], (settings) => contentTexts.goToTerminal(terminal(settings))),
  ],
  [
    'editor:close-terminal',
    simple({ session: 'text' }, [], (settings) => contentTexts.closeTerminal(terminal(settings))),
  ],
  [
    'editor:send-to-terminal',
    simple(
      { text: 'text', session: 'text', endl: 'flag' },
      ['text'],
      (settings) => contentTexts.typeInto(terminal(settings)),
      (settings) => [{ text: word(settings, 'text'), language: 'shell' }],
    ),
  ],
  [
    'editor:interrupt-terminal',
    simple({ session: 'text' }, [], (settings) => contentTexts.interrupt(terminal(settings))),
  ],
  ['editor:clear-terminal', simple({ session: 'text' }, [], (settings) => contentTexts.clear(terminal(settings)))],
  [
    'editor:execute-command',
    {
      ...simple(
        { command: 'text', args: 'any' },
        ['command'],
        (settings) => contentTexts.editorCommand({ command: word(settings, 'command') }),
        (settings) => asYaml(settings, 'args'),
      ),
      refuses: (settings) =>
        editorCommand(word(settings, 'command')) === null
          ? `it is a command of VS Code; use an action of the editor or a terminal, or one of ${Object.keys(EDITOR_COMMANDS).length} commands of the content reference`
          : null,
    },
  ],
];
