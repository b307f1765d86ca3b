import { checkForm } from '@academy/contract/rules/check-form';
import { contentTexts } from '../content-texts.ts';
import {
  type ActionKind,
  ALL_TERMINALS,
  type FieldType,
  type Settings,
  shell,
  simple,
  terminalOf,
  word,
} from './action-kind.ts';
import { EDITOR_ACTIONS } from './editor-actions.ts';

/** Settings that every action may have. */
export const COMMON_FIELDS: Readonly<Record<string, FieldType>> = {
  title: 'text',
  description: 'text',
  prefix: 'text',
  autostart: 'flag',
  hidden: 'flag',
  cascade: 'flag',
  cooldown: 'number',
  pause: 'count',
  event: 'any',
  pulse: 'flag',
  prove: 'any',
  required: 'flag',
  hint: 'text',
};

/** Every action that the lab engines support, by its full name; docs/reference/content.md#labs is generated from it. */
export const ACTIONS: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  [
    'terminal:execute',
    simple(
      { command: 'text', session: 'text', clear: 'flag' },
      ['command'],
      (settings) => contentTexts.runIn({ terminal: terminalOf('terminal:', settings) }),
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
      (settings) =>
        settings.session === ALL_TERMINALS
          ? contentTexts.typeIntoAll
          : contentTexts.typeInto({ terminal: terminalOf('terminal:', settings) }),
      (settings) => [{ text: word(settings, 'text'), language: 'text' }],
    ),
  ],
  [
    'terminal:interrupt',
    simple({ session: 'text' }, [], (settings) =>
      contentTexts.interrupt({ terminal: terminalOf('terminal:', settings) }),
    ),
  ],
  ['terminal:interrupt-all', simple({}, [], () => contentTexts.interruptAll)],
  [
    'terminal:clear',
    simple({ session: 'text' }, [], (settings) => contentTexts.clear({ terminal: terminalOf('terminal:', settings) })),
  ],
  ['terminal:clear-all', simple({}, [], () => contentTexts.clearAll)],
  [
    'terminal:select',
    simple({ session: 'text' }, [], (settings) =>
      contentTexts.goToTerminal({ terminal: terminalOf('terminal:', settings) }),
    ),
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
  ...EDITOR_ACTIONS,
  [
    'examiner:execute-test',
    {
      ...simple(
        {
          ...{ name: 'text', args: 'any', inputs: 'any', form: 'any', url: 'text' },
          ...{ timeout: 'count', retries: 'number', delay: 'count' },
        },
        ['name'],
        (settings) => contentTexts.testChecks({ test: word(settings, 'title') || word(settings, 'name') }),
      ),
      refuses: refusedCheck,
    },
  ],
  [
    'files:copy-file',
    {
      ...simple({ path: 'text', src: 'text', dest: 'text', url: 'text', preview: 'flag' }, [], (settings) =>
        contentTexts.copyFile({ file: word(settings, 'path') || word(settings, 'src') || word(settings, 'url') }),
      ),
      refuses: refusedAddress,
    },
  ],
  [
    'files:download-file',
    {
      ...simple({ path: 'text', url: 'text', download: 'text', preview: 'flag' }, [], (settings) =>
        contentTexts.downloadFile({ file: word(settings, 'path') || word(settings, 'url') }),
      ),
      refuses: refusedAddress,
    },
  ],
  [
    'files:upload-file',
    simple({ path: 'text' }, [], (settings) =>
      settings.path === undefined ? contentTexts.uploadOne : contentTexts.uploadFile({ file: word(settings, 'path') }),
    ),
  ],
  ['files:upload-files', simple({ directory: 'text' }, [], () => contentTexts.uploadFiles)],
  ['section:heading', simple({}, [], (settings) => word(settings, 'title'))],
  [
    'section:begin',
    simple({ name: 'text', open: 'flag' }, [], (settings) => word(settings, 'title') || contentTexts.more),
  ],
  ['section:end', simple({ name: 'text', toggle: 'flag' }, [], () => '')],
]);

/**
 * Actions of the format that no lab of the academy runs, by their full names, and what to write instead. They are asked
 * for by pages in tabs, and were never meant to be clicked.
 */
export const REFUSED_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['dashboard:preview-image', 'show the image on the page itself, in Markdown'],
  ['dashboard:finished-workshop', 'leave it out: the last page of a lab has a button that completes it'],
  ['dashboard:terminate-session', 'leave it out: learners end a lab by "End lab"'],
]);

function refusedAddress(settings: Settings): string | null {
  const isElsewhere = word(settings, 'path') === '' && word(settings, 'src') === '' && word(settings, 'url') !== '';
  return isElsewhere
    ? 'labs read files of the learner only; put the file into "exercises" and name it by "path"'
    : null;
}

function refusedCheck(settings: Settings): string | null {
  if (word(settings, 'url') !== '') return 'labs run checks themselves; put its program into workshop/examiner/tests';
  const [type] = checkForm(settings.inputs)?.unknownTypes ?? [];
  return type === undefined
    ? null
    : `its form has a field of the type "${type}"; use text, textarea, number, select, radios or checkbox`;
}
