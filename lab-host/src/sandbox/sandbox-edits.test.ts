import { DOCUMENTED_ACTIONS } from '@academy/contract/rules/documented-actions';
import { findText } from '@academy/contract/rules/lab-text';
import { BrowserShell } from '@academy/lab-engine/browser-shell';
import { edited } from '@academy/lab-engine/edit-files';
import { homePath } from '@academy/lab-engine/engine-protocol';
import { makeEdit } from '@academy/lab-engine/make-edit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { SandboxSession } from './sandbox-session.ts';

const BEGINNING = [
  {
    path: 'exercises/app.yaml',
    text: '# The shop\nspec:\n  replicas: 1\n  ports: [8080]\n  containers:\n  - name: web\n    image: web:1\n',
  },
  { path: 'exercises/notes.txt', text: 'one\ntwo\nthree\n' },
];

const EDITS = Object.keys(DOCUMENTED_ACTIONS).filter((name) => /^editor:(?!execute)(?!.*-terminal$)/.test(name));

/** What the action is about is selected before it, where it needs that. */
function requestOf(name: string) {
  const settings = DOCUMENTED_ACTIONS[name] ?? {};
  const path = homePath(String(settings.file ?? ''));
  const text = BEGINNING.find((file) => file.path === path)?.text ?? '';
  return { name, settings, selection: findText(text, { text: 'two' }) };
}

describe.skipIf(!hasSandboxes)('an action of the editor', () => {
  let session: SandboxSession;
  let complaints: string[];

  beforeAll(async () => {
    complaints = [];
    session = await SandboxSession.open({
      options: () => ({ view, homeBytes: 16_000_000 }),
      beginning: BEGINNING,
      kept: null,
      broken: (complaint) => complaints.push(complaint),
    });
  });
  afterAll(() => session?.end());

  const problem = (done: boolean) => (done ? {} : { problem: 'refused' });

  it.each(EDITS)('%s does in a sandbox what it does in a browser', async (name) => {
    const shell = new BrowserShell();
    await shell.answer({ kind: 'start', files: BEGINNING });
    const inBrowser = await shell.answer({ kind: 'edit', ...requestOf(name) });

    await session.test('rm -rf ~/exercises', [], 5);
    await session.write(BEGINNING);
    const files = new Map(BEGINNING.map(({ path, text }) => [path, text]));
    const { settings, selection } = requestOf(name);
    const edit = edited(name, settings, files, selection);
    if ('failure' in edit) throw new Error(edit.failure);
    const inSandbox = await makeEdit(edit, files.get(edit.path), {
      write: async (path, text) => problem(await session.write([{ path, text }])),
      makeFolder: async (path) => problem(await session.makeFolder(path)),
      copy: async (from, path) => problem(await session.transfer('copy', from, path)),
      move: async (from, path) => problem(await session.transfer('move', from, path)),
      remove: async (path) => problem(await session.remove(path)),
    });
    const { files: filesThere, ...shown } = inBrowser;
    expect(inSandbox).toEqual(shown);
    await session.look();
    expect(session.files).toEqual(filesThere);
    expect(complaints).toEqual([]);
  });
});
