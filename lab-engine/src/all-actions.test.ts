import type { LabAction } from '@academy/contract/labs';
import { DOCUMENTED_ACTIONS } from '@academy/contract/rules/documented-actions';
import type { TextRange } from '@academy/contract/rules/lab-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ChosenFile, type LabTools, perform, type TerminalHandle } from './action-runner.ts';
import { BrowserShell } from './browser-shell.ts';
import { homePath } from './engine-protocol.ts';

/** Every documented action, run by the shell of labs in the browser. */

const NOTES = 'one\ntwo\nthree\n';
const APP = `# The shop
spec:
  replicas: 1 # for now
  ports: [8080]
  containers:
  - name: web
    image: web:1
`;
const CHECK = '#!/bin/bash\ngrep -q "$1" ~/exercises/notes.txt && cat > ~/answers.json\n';
/** Asked for by pages in tabs, and refused when a lab is published. */
const REFUSED = ['dashboard:preview-image', 'dashboard:finished-workshop', 'dashboard:terminate-session'];

let shell: BrowserShell;
let selection: { path: string; range: TextRange } | null;
let shown: string | null;
let said: string[];
let chosen: readonly ChosenFile[] | null;

const textOf = async (path: string) => (await shell.files()).find((file) => file.path === path)?.text ?? null;

/** What a page does with a terminal, without its screen. */
function terminal(session: string): TerminalHandle {
  return {
    async run(command) {
      const { exitCode, stdout = '' } = await shell.answer({ kind: 'run', session, command });
      said.push(`${session}: ${stdout.trim()}`);
      return exitCode ?? null;
    },
    type: (text) => void said.push(`${session} types ${JSON.stringify(text)}`),
    interrupt: () => void said.push(`${session} interrupt`),
    clear: () => void said.push(`${session} clear`),
    focus: () => void said.push(`${session} focus`),
    close: () => void said.push(`${session} close`),
  };
}

let files = new Map<string, string>();
const tools: LabTools = {
  terminal: async (session) => terminal(session),
  openTerminals: () => [terminal('1'), terminal('2')],
  async edit(name, settings) {
    const path = homePath(String(settings.file ?? ''));
    const own = selection?.path === path ? selection.range : null;
    const reply = await shell.answer({ kind: 'edit', name, settings, selection: own });
    if (reply.closed === shown || reply.closed === '') shown = null;
    if (reply.path !== undefined && reply.range !== undefined) {
      shown = reply.path;
      selection = reply.range === null ? null : { path: reply.path, range: reply.range };
    }
    return reply;
  },
  check: async (name, args, timeoutMs, input) =>
    name === 'has-two' ? shell.answer({ kind: 'test', script: CHECK, args, timeoutMs, input }) : null,
  noteCheck: (title, passed) => void said.push(`${title} ${passed ? 'passed' : 'failed'}`),
  fileText: async (path) => files.get(path) ?? null,
  write: (path, text) => shell.answer({ kind: 'write', path, text }),
  showTab: (name) => ['Terminal', 'Editor', 'Example'].includes(name),
  openTab: (name, _url, focus) => void said.push(`${focus ? 'shows' : 'makes'} ${name}`),
  closeTab: (name) => void said.push(`closes ${name}`),
  openAddress: (url) => void said.push(`opens ${url}`),
  copy: async (text) => said.push(`copies ${text}`) > 0,
  download: (name, text) => void said.push(`downloads ${name}: ${text.length}`),
  chooseFiles: async () => chosen,
};

const act = (name: string, settings: LabAction['settings'] = DOCUMENTED_ACTIONS[name] ?? {}) =>
  perform({ name, settings, known: true }, tools);
const select = (text: string) => act('editor:select-matching-text', { file: '~/exercises/notes.txt', text });

beforeEach(async () => {
  [selection, shown, said] = [null, null, []];
  chosen = [{ name: 'chosen.txt', bytes: 3, text: 'abc' }];
  files = new Map([
    ['exercises/app.yaml', APP],
    ['exercises/notes.txt', NOTES],
  ]);
  shell = new BrowserShell();
  await shell.answer({ kind: 'start', files: [...files].map(([path, text]) => ({ path, text })) });
});

/** Actions that need a selection. */
const ON_SELECTION = /(replace|delete)-text-selection|-selection$/;

it.each(Object.keys(DOCUMENTED_ACTIONS).filter((name) => !REFUSED.includes(name)))('%s is done', async (name) => {
  if (ON_SELECTION.test(name)) await select('two');
  expect(await act(name)).toMatchObject({ state: 'done' });
});

it.each(REFUSED)('%s cannot be run', async (name) => {
  expect(await act(name)).toEqual({ state: 'failed', reason: { code: 'cannot' } });
});

describe('an action of the editor changes the file', () => {
  it.each([
    ['replace-text-selection', 'one\n2\nthree\n'],
    ['delete-text-selection', 'one\n\nthree\n'],
    ['insert-lines-before-selection', 'one\nnew\ntwo\nthree\n'],
    ['append-lines-after-selection', 'one\ntwo\nnew\nthree\n'],
    ['replace-matching-text', 'one\nTwo\nThree\n'],
    ['append-lines-to-file', 'one\ntwo\nthree\nnew\n'],
    ['prepend-lines-to-file', 'new\none\ntwo\nthree\n'],
    ['insert-lines-before-line', 'one\nnew\ntwo\nthree\n'],
    ['append-lines-after-line', 'one\ntwo\nnew\nthree\n'],
    ['insert-lines-after-line', 'one\ntwo\nnew\nthree\n'],
    ['append-lines-after-match', 'one\ntwo\nnew\nthree\n'],
    ['insert-lines-before-match', 'one\nnew\ntwo\nthree\n'],
    ['delete-lines-in-range', 'one\nthree\n'],
    ['delete-matching-lines', 'one\n'],
    ['replace-lines-in-range', 'new\nthree\n'],
  ])('editor:%s', async (name, after) => {
    if (ON_SELECTION.test(name)) await select('two');
    await act(`editor:${name}`);
    expect(await textOf('exercises/notes.txt')).toBe(after);
    expect(shown).toBe('exercises/notes.txt');
  });

  it.each([
    ['set-yaml-value', APP.replace('replicas: 1', 'replicas: 3')],
    ['add-yaml-item', APP.replace('[8080]', '[8080, 8443]')],
    ['insert-yaml-item', APP.replace('[8080]', '[80, 8080]')],
    ['insert-value-into-yaml', APP.replace('[8080]', '[8080, 8443]')],
    ['replace-yaml-item', APP.replace('image: web:1', 'image: web:2')],
    ['delete-yaml-value', APP.replace('    image: web:1\n', '')],
    ['merge-yaml-values', `${APP.replace('replicas: 1', 'replicas: 2')}  paused: true\n`],
  ])('editor:%s', async (name, after) => {
    await act(`editor:${name}`);
    expect(await textOf('exercises/app.yaml')).toBe(after);
  });

  it('selects lines and values, for the next action to work on', async () => {
    await act('editor:select-lines-in-range');
    await act('editor:delete-text-selection');
    expect(await textOf('exercises/notes.txt')).toBe('one\n');
    await act('editor:select-yaml-path');
    await act('editor:replace-text-selection', { file: '~/exercises/app.yaml', text: 'replicas: 7' });
    expect(await textOf('exercises/app.yaml')).toBe(APP.replace('replicas: 1', 'replicas: 7'));
  });

  it('works on a selection only when there is one', async () => {
    for (const name of ['replace-text-selection', 'insert-lines-before-selection', 'append-lines-after-selection'])
      expect(await act(`editor:${name}`)).toMatchObject({ state: 'failed', reason: { code: 'nothingSelected' } });
    expect(await act('editor:delete-text-selection')).toMatchObject({ state: 'done' });
    expect(await textOf('exercises/notes.txt')).toBe(NOTES);
  });
});

describe('files', () => {
  it('are copied, renamed and deleted, with the folders that they need', async () => {
    await act('editor:copy-file');
    expect(await textOf('exercises/deep/copy.txt')).toBe(NOTES);
    expect(shown).toBe('exercises/deep/copy.txt');
    await act('editor:open-file');
    await act('editor:rename-file');
    expect([await textOf('exercises/notes.txt'), await textOf('exercises/renamed.txt')]).toEqual([null, NOTES]);
    // The old name is shown no longer, and the action does not show the new one.
    expect(shown).toBeNull();
    await act('editor:delete-file', { file: '~/exercises/renamed.txt' });
    expect(await textOf('exercises/renamed.txt')).toBeNull();
    for (const name of ['copy-file', 'rename-file', 'delete-file'])
      expect(await act(`editor:${name}`)).toMatchObject({ state: 'failed', reason: { code: 'noFile' } });
  });

  it('are closed without a change', async () => {
    await act('editor:open-file');
    await act('editor:close-file');
    expect([shown, await textOf('exercises/notes.txt')]).toEqual([null, NOTES]);
  });

  it('stay inside the home folder', async () => {
    for (const dest of ['~/../etc/passwd', '', '~/a//b', '..', 'a'.repeat(301)])
      expect(await act('editor:copy-file', { src: '~/exercises/notes.txt', dest })).toMatchObject({
        reason: { code: 'outsideHome' },
      });
    expect(await act('editor:create-file', { file: '~/../x', text: '' })).toMatchObject({
      reason: { code: 'outsideHome' },
    });
    expect(await act('files:upload-file', { path: '../x' })).toMatchObject({ reason: { code: 'outsideHome' } });
  });

  it("of the learner are uploaded under their own or the author's names", async () => {
    expect(await act('files:upload-file')).toEqual({ state: 'done', reason: { code: 'uploaded', count: 1 } });
    expect(await textOf('uploads/mine.txt')).toBe('abc');
    chosen = ['a', 'b'].map((name) => ({ name, bytes: 1, text: name }));
    expect(await act('files:upload-files')).toEqual({ state: 'done', reason: { code: 'uploaded', count: 2 } });
    expect([await textOf('uploads/a'), await textOf('uploads/b')]).toEqual(['a', 'b']);
  });

  it('that are too large, no texts or not chosen are not uploaded', async () => {
    const upload = async (...of: ChosenFile[]) => {
      chosen = of;
      return (await act('files:upload-files')).reason?.code;
    };
    expect(await upload({ name: 'a', bytes: 200_001, text: null })).toBe('tooLarge');
    const many = Array.from({ length: 3 }, (_, at) => ({ name: `${at}`, bytes: 190_000, text: 'x' }));
    expect(await upload(...many)).toBe('tooLarge');
    expect(await upload({ name: 'a', bytes: 2, text: null })).toBe('notText');
    expect(await upload()).toBe('noFileChosen');
    chosen = null;
    expect((await act('files:upload-file')).reason?.code).toBe('noFileChosen');
    expect((await shell.files()).filter(({ path }) => path.startsWith('uploads/'))).toEqual([]);
  });

  it('are downloaded under the name of the author', async () => {
    await act('files:download-file');
    await act('files:download-file', { path: '~/exercises/notes.txt' });
    expect(said).toEqual(['downloads mine.txt: 14', 'downloads notes.txt: 14']);
  });
});

it('terminals of the editor are terminals of the lab, by their numbers', async () => {
  for (const name of ['open', 'clear', 'interrupt', 'close'])
    await act(`editor:${name}-terminal`, { session: 'build', terminal: '3' });
  await act('editor:send-to-terminal', { session: 'build', terminal: '3', text: 'pwd' });
  await act('editor:send-to-terminal', { session: 'build', terminal: '3', text: 'p', endl: false });
  expect(said).toEqual(['3 focus', '3 clear', '3 interrupt', '3 close', '3 types "pwd\\r"', '3 types "p"']);
});

it('text is typed into every terminal whose session is all of them', async () => {
  await act('terminal:input', { text: 'y', session: '*' });
  expect(said).toEqual(['1 types "y\\r"', '2 types "y\\r"']);
});

it('files of the learner are uploaded into a folder, or under their own name', async () => {
  await act('files:upload-files', { directory: '~/photos/' });
  await act('files:upload-file', {});
  expect([await textOf('uploads/photos/chosen.txt'), await textOf('uploads/chosen.txt')]).toEqual(['abc', 'abc']);
  expect(await act('files:upload-files', { directory: '../..' })).toMatchObject({ reason: { code: 'outsideHome' } });
});

it('all terminals are cleared before a command runs in them', async () => {
  await act('terminal:execute-all', { command: 'echo here', clear: true });
  expect(said.slice(0, 2)).toEqual(['1 clear', '2 clear']);
  expect(said.slice(2).sort()).toEqual(['1: here', '2: here']);
});

it('commands of VS Code that labs have something for are run', async () => {
  await act('editor:open-file');
  expect(await act('editor:execute-command', { command: 'workbench.action.closeActiveEditor' })).toMatchObject({
    state: 'done',
  });
  expect(shown).toBeNull();
  expect(await act('editor:execute-command', { command: 'workbench.action.terminal.focus' })).toMatchObject({
    state: 'done',
  });
  expect(await act('editor:execute-command', { command: 'workbench.view.scm' })).toMatchObject({ state: 'failed' });
});

it('a check reads the answers of its form, or the values of its author', async () => {
  const settings = DOCUMENTED_ACTIONS['examiner:execute-test'] ?? {};
  await act('examiner:execute-test');
  expect(await textOf('answers.json')).toBe('{"word":"two"}');
  await perform({ name: 'examiner:execute-test', settings, known: true }, tools, { word: 'mine' });
  expect(await textOf('answers.json')).toBe('{"word":"mine"}');
  await act('examiner:execute-test', { name: 'has-two', args: ['two'] });
  expect(await textOf('answers.json')).toBe('');
});

it('a check without end is tried again until it passes', async () => {
  let tries = 0;
  const patient: LabTools = {
    ...tools,
    check: async () => ({ exitCode: ++tries < 3 ? 1 : 0 }),
  };
  for (const retries of ['infinite', -1, 5]) {
    tries = 0;
    const settings = { name: 'x', retries, delay: 0.001 };
    expect(await perform({ name: 'examiner:execute-test', settings, known: true }, patient)).toMatchObject({
      state: 'done',
    });
    expect(tries).toBe(3);
  }
});

it('a tab can be made without being shown', async () => {
  await act('dashboard:create-dashboard');
  await act('dashboard:reload-dashboard', { name: 'Other', url: 'https://example.org/', focus: false });
  expect(said).toEqual(['shows Example', 'makes Other']);
});
