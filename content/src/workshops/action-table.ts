import { contentTexts } from '../content-texts.ts';
/** `text` accepts numbers too; `count` is a number from 0 up; `any` is any YAML value. */
export type FieldType = 'text' | 'count' | 'flag' | 'any';

/** What readers see of an action outside of a running lab. */
export interface ActionReading {
  /** What it does, as a short sentence without a full stop. */
  title: string;
  /** Its arguments; each piece gets a copy button. */
  code: readonly { text: string; language: string }[];
  /** Address that it opens. */
  address?: string;
}

type Settings = Readonly<Record<string, unknown>>;

export interface ActionKind {
  /** Settings of its own, besides the common ones. */
  fields: Readonly<Record<string, FieldType>>;
  required: readonly string[];
  read(settings: Settings): ActionReading;
}

/** Settings that every action may have. */
export const COMMON_FIELDS: Readonly<Record<string, FieldType>> = {
  title: 'text',
  description: 'text',
  prefix: 'text',
  autostart: 'flag',
  hidden: 'flag',
  cascade: 'flag',
  cooldown: 'count',
  event: 'any',
  pulse: 'flag',
  hint: 'text',
};

const word = (settings: Settings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const shell = (settings: Settings, name: string) => [{ text: word(settings, name), language: 'shell' }];

/** Languages of files by extension, where the two differ. */
const LANGUAGE_OF: Readonly<Record<string, string>> = { htm: 'html', bat: 'text', env: 'properties', cfg: 'ini' };

function inFile(settings: Settings, name: string) {
  const extension = /\.([A-Za-z0-9]+)$/.exec(word(settings, 'file'))?.[1]?.toLowerCase() ?? '';
  const text = word(settings, name);
  return text === '' ? [] : [{ text, language: LANGUAGE_OF[extension] ?? extension }];
}

const terminal = (settings: Settings) => word(settings, 'session') || '1';

/** Settings shared by most tests and searches. */
const SEARCH: Readonly<Record<string, FieldType>> = {
  isRegex: 'flag',
  group: 'count',
  before: 'count',
  after: 'count',
  start: 'count',
  stop: 'count',
};

const simple = (
  fields: Readonly<Record<string, FieldType>>,
  required: readonly string[],
  read: (settings: Settings) => string,
  code: (settings: Settings) => ActionReading['code'] = () => [],
): ActionKind => ({ fields, required, read: (settings) => ({ title: read(settings), code: code(settings) }) });

/** Every action that the lab engines support, by its full name; docs/reference/content.md#labs is generated from it. */
export const ACTIONS: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  [
    'terminal:execute',
    simple(
      { command: 'text', session: 'text', clear: 'flag' },
      ['command'],
      (settings) => contentTexts.runIn({ terminal: terminal(settings) }),
      (settings) => shell(settings, 'command'),
    ),
  ],
  [
    'terminal:execute-all',
    simple(
      { command: 'text', clear: 'flag' },
      ['command'],
      () => contentTexts.runInAll,
      (settings) => shell(settings, 'command'),
    ),
  ],
  [
    'terminal:input',
    simple(
      { text: 'text', session: 'text', endl: 'flag', clear: 'flag' },
      ['text'],
      (settings) => contentTexts.typeInto({ terminal: terminal(settings) }),
      (settings) => [{ text: word(settings, 'text'), language: 'text' }],
    ),
  ],
  [
    'terminal:interrupt',
    simple({ session: 'text' }, [], (settings) => contentTexts.interrupt({ terminal: terminal(settings) })),
  ],
  ['terminal:interrupt-all', simple({}, [], () => contentTexts.interruptAll)],
  [
    'terminal:clear',
    simple({ session: 'text' }, [], (settings) => contentTexts.clear({ terminal: terminal(settings) })),
  ],
  ['terminal:clear-all', simple({}, [], () => contentTexts.clearAll)],
  [
    'terminal:select',
    simple({ session: 'text' }, [], (settings) => contentTexts.goToTerminal({ terminal: terminal(settings) })),
  ],
  [
    'workshop:copy',
    simple(
      { text: 'text', language: 'text' },
      ['text'],
      () => contentTexts.copyThis,
      (settings) => [{ text: word(settings, 'text'), language: word(settings, 'language') }],
    ),
  ],
  [
    'workshop:copy-and-edit',
    simple(
      { text: 'text', language: 'text' },
      ['text'],
      () => contentTexts.copyAndEdit,
      (settings) => [{ text: word(settings, 'text'), language: word(settings, 'language') }],
    ),
  ],
  [
    'dashboard:open-dashboard',
    simple({ name: 'text' }, ['name'], (settings) => contentTexts.goToTab({ name: word(settings, 'name') })),
  ],
  [
    'dashboard:create-dashboard',
    {
      fields: { name: 'text', url: 'text', focus: 'flag' },
      required: ['name', 'url'],
      read: (settings) => ({
        title: contentTexts.openTab({ name: word(settings, 'name') }),
        code: [],
        address: word(settings, 'url'),
      }),
    },
  ],
  [
    'dashboard:reload-dashboard',
    simple({ name: 'text', url: 'text', focus: 'flag' }, ['name'], (settings) =>
      contentTexts.reloadTab({ name: word(settings, 'name') }),
    ),
  ],
  [
    'dashboard:delete-dashboard',
    simple({ name: 'text' }, ['name'], (settings) => contentTexts.closeTab({ name: word(settings, 'name') })),
  ],
  [
    'dashboard:open-url',
    {
      fields: { url: 'text' },
      required: ['url'],
      read: (settings) => ({ title: contentTexts.openAddress, code: [], address: word(settings, 'url') }),
    },
  ],
  [
    'editor:open-file',
    simple({ file: 'text', line: 'count' }, ['file'], (settings) => {
      const [file, line] = [word(settings, 'file'), word(settings, 'line')];
      return line === '' ? contentTexts.openFile({ file }) : contentTexts.openFileAt({ file, line });
    }),
  ],
  [
    'editor:select-matching-text',
    simple(
      { file: 'text', text: 'text', ...SEARCH },
      ['file', 'text'],
      (settings) => contentTexts.selectIn({ file: word(settings, 'file') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:replace-text-selection',
    simple(
      { file: 'text', text: 'text' },
      ['file', 'text'],
      (settings) => contentTexts.replaceSelection({ file: word(settings, 'file') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:replace-matching-text',
    simple(
      { file: 'text', match: 'text', replacement: 'text', count: 'count', ...SEARCH },
      ['file', 'match'],
      (settings) => contentTexts.replaceFirst({ file: word(settings, 'file') }),
      (settings) => [...inFile(settings, 'match'), ...inFile(settings, 'replacement')],
    ),
  ],
  [
    'editor:append-lines-to-file',
    simple(
      { file: 'text', text: 'text' },
      ['file'],
      (settings) => contentTexts.addToEnd({ file: word(settings, 'file') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:insert-lines-before-line',
    simple(
      { file: 'text', line: 'count', text: 'text' },
      ['file', 'line'],
      (settings) => contentTexts.insertBefore({ line: word(settings, 'line'), file: word(settings, 'file') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:append-lines-after-match',
    simple(
      { file: 'text', match: 'text', text: 'text', isRegex: 'flag', group: 'count' },
      ['file', 'match'],
      (settings) => contentTexts.insertAfter({ file: word(settings, 'file'), match: word(settings, 'match') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:create-file',
    simple(
      { file: 'text', text: 'text' },
      ['file'],
      (settings) => contentTexts.createFile({ file: word(settings, 'file') }),
      (settings) => inFile(settings, 'text'),
    ),
  ],
  [
    'editor:create-directory',
    simple({ directory: 'text' }, ['directory'], (settings) =>
      contentTexts.createFolder({ folder: word(settings, 'directory') }),
    ),
  ],
  [
    'examiner:execute-test',
    simple(
      { name: 'text', args: 'any', inputs: 'any', form: 'any', timeout: 'count', retries: 'count', delay: 'count' },
      ['name'],
      (settings) => contentTexts.testChecks({ test: word(settings, 'title') || word(settings, 'name') }),
    ),
  ],
  [
    'files:copy-file',
    simple({ path: 'text', src: 'text', dest: 'text', url: 'text' }, [], (settings) =>
      contentTexts.copyFile({ file: word(settings, 'path') || word(settings, 'src') || word(settings, 'url') }),
    ),
  ],
  [
    'files:download-file',
    simple({ path: 'text', url: 'text', download: 'text', preview: 'flag' }, [], (settings) =>
      contentTexts.downloadFile({ file: word(settings, 'path') || word(settings, 'url') }),
    ),
  ],
  ['section:heading', simple({}, [], (settings) => word(settings, 'title'))],
  [
    'section:begin',
    simple({ name: 'text', open: 'flag' }, [], (settings) => word(settings, 'title') || contentTexts.more),
  ],
  ['section:end', simple({ name: 'text' }, [], () => '')],
]);
