import { BrowserShell } from '@academy/lab-engine/browser-shell';
import { useMemo } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { LabTerminal } from './lab-terminal.tsx';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import type { OwnHandle } from './use-lab-terminals.ts';

const FILES = [
  { path: 'exercises/list.txt', text: 'milk\n' },
  { path: 'exercises/my notes.txt', text: 'one\n' },
  { path: 'exercises/manifests/web.yaml', text: 'kind: Pod\n' },
  { path: 'exercises/manifests/web-2.yaml', text: 'kind: Pod\n' },
];

/** A terminal of a lab with a few files, at its first prompt. @param width of the terminal, px */
async function aTerminal(width = 900) {
  const shell = new BrowserShell();
  await shell.answer({ kind: 'start', files: FILES });
  let handle: OwnHandle | null = null;
  function Harness() {
    const engine = useMemo(() => ({ ask: shell.answer.bind(shell) }), []);
    return (
      <>
        <div style={{ width: `${width}px`, height: '400px', display: 'grid' }}>
          <LabTerminal session="1" engine={engine} shown onReady={(_session, its) => (handle = its)} />
        </div>
        <button type="button">after</button>
      </>
    );
  }
  await renderApp(<Harness />);
  await shows('~/exercises $');
  (handle as OwnHandle | null)?.focus();
  return {
    handle: handle as unknown as OwnHandle,
    textOf: async (path: string) => (await shell.files()).find((file) => file.path === path)?.text ?? null,
  };
}

const input = () => document.querySelector<HTMLTextAreaElement>('.xterm textarea') as HTMLTextAreaElement;
/** Everything on the screen, row by row. */
const rows = () =>
  [...document.querySelectorAll('.xterm-rows > div')].map((row) =>
    (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd(),
  );
const screen = () => rows().join('\n').trimEnd();
const shows = (text: string | RegExp) =>
  vi.waitFor(() => (typeof text === 'string' ? expect(screen()).toContain(text) : expect(screen()).toMatch(text)), {
    timeout: 5_000,
  });

/** Pastes, as a browser does. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  input().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Puts text into the terminal as dictation does: no key is pressed. */
function dictate(data: string | null, inputType = 'insertText'): void {
  input().dispatchEvent(new InputEvent('input', { data, inputType, bubbles: true, composed: true }));
}

const enter = () => userEvent.keyboard('{Enter}');
const HERE = "cat > copied.txt <<'EOF'\nmilk: 2\n  two\nEOF\n";

test('a command stays on the screen with what it writes', async () => {
  await aTerminal();
  await userEvent.keyboard('cat list.txt{Enter}');
  await shows(/~\/exercises \$ cat list\.txt\nmilk\n~\/exercises \$$/);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('false{Enter}echo $?{Enter}');
  await shows(/\$ cat list\.txt\nmilk\n\S+ \$\n\S+ \$ false\n\S+ \$ echo \$\?\n1\n/);
});

test('a command longer than a row stays whole, and is edited over its rows', async () => {
  await aTerminal(360);
  await userEvent.keyboard(`echo ${'abcdefghij'.repeat(7)}`);
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight} X{Enter}');
  await vi.waitFor(() =>
    expect(
      screen()
        .replaceAll('\n', '')
        .match(/(abcdefghij){7}/g),
    ).toHaveLength(2),
  );
  expect(screen().replaceAll('\n', '')).toContain(
    `exercises $ echo X ${'abcdefghij'.repeat(7)}X ${'abcdefghij'.repeat(7)}`,
  );
});

test('several pasted lines are one command, run by Enter', async () => {
  const { textOf } = await aTerminal();
  paste(HERE);
  await shows(/\$ cat > copied\.txt <<'EOF'\n> milk: 2\n> {3}two\n> EOF$/);
  expect(await textOf('exercises/copied.txt')).toBeNull();
  await enter();
  await vi.waitFor(async () => expect(await textOf('exercises/copied.txt')).toBe('milk: 2\n  two\n'));
  await userEvent.keyboard('wc -l copied.txt{Enter}');
  await shows(/2 copied\.txt/);
  expect(screen()).not.toContain('not found');
});

test.each([
  ['a loop', 'for cup in 1 2; do\n  echo "cup $cup"\ndone', /\ncup 1\ncup 2\n/],
  ['a backslash', 'cd /tmp &&\\\n  pwd', /\n\/tmp\n/],
  ['a quote', 'echo "one\n  two"', /\none\n {2}two\n/],
  ['two commands', 'echo one; false\necho two', /\none\ntwo\n/],
  ['line breaks of Windows', 'echo one\r\necho two\r\n', /\none\ntwo\n/],
  ['control characters', 'echo "a\u001b[200~\u0007b\u001b]0;title\u0007"', /\na\[200~b\]0;title\n/],
])('pasted lines run together: %s', async (_what, text, said) => {
  await aTerminal();
  paste(text);
  await enter();
  await shows(said);
  expect(screen()).not.toContain('syntax error');
});

test('a loop is typed line by line behind a second prompt', async () => {
  await aTerminal();
  await userEvent.keyboard('for cup in 1 2; do{Enter}');
  await shows(/do\n>$/);
  await userEvent.keyboard('echo "cup $cup"{Enter}done{Enter}');
  await shows(/\$ for cup in 1 2; do\n> echo "cup \$cup"\n> done\ncup 1\ncup 2\n~\/exercises \$$/);
  await userEvent.keyboard('{ArrowUp}');
  await shows(/cup 2\n~\/exercises \$ for cup in 1 2; do\n> echo "cup \$cup"\n> done$/);
  await userEvent.keyboard('{ArrowUp}{End}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}mug"{Enter}');
  await shows(/> echo "cup mug"\n> done\ncup mug\ncup mug\n/);
  await userEvent.keyboard('if true; then{Enter}');
  await shows(/then\n>$/);
  await userEvent.keyboard('{Control>}c{/Control}');
  await shows(/then\n> \^C\n~\/exercises \$$/);
});

test('a mistake is not continued', async () => {
  await aTerminal();
  await userEvent.keyboard('echo ){Enter}');
  await shows(/syntax error[^\n]*\n~\/exercises \$$/);
});

/** The column of the cursor. */
const cursor = () => {
  const { left } = (document.querySelector('.xterm-cursor') as Element).getBoundingClientRect();
  const screenLeft = (document.querySelector('.xterm-screen') as Element).getBoundingClientRect();
  return Math.round(((left - screenLeft.left) / screenLeft.width) * columns());
};
const columns = () => Number(input().closest('.xterm')?.querySelector('.xterm-screen')?.clientWidth) / cellWidth();
const cellWidth = () => document.querySelector('.xterm-cursor')?.getBoundingClientRect().width ?? 1;
const PROMPT = '~/exercises $ '.length;

test.each([
  ['wide signs', '日本語日本語', 12],
  ['an emoji', '🙂', 2],
  ['a combined accent', 'e\u0301a', 2],
  ['Korean', '한국', 4],
])('the cursor stands behind %s', async (_what, text, cells) => {
  await aTerminal();
  paste(text);
  await vi.waitFor(() => expect(cursor()).toBe(PROMPT + cells));
  await userEvent.keyboard('{ArrowLeft}X{Home}echo {Enter}');
  const signs = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  await shows(new RegExp(`\n${[...signs.slice(0, -1), 'X', signs.at(-1)].join('')}\n`));
});

test('Tab completes names of commands and files, quoted where needed', async () => {
  await aTerminal();
  await userEvent.keyboard('so{Tab}{Tab}');
  await shows(/\nsort +source\n~\/exercises \$ so$/);
  await userEvent.keyboard('{Backspace}{Backspace}cat{Tab}my{Tab}{Enter}');
  await shows(/\$ cat my\\ notes\.txt\none\n/);
  await userEvent.keyboard('cat "my{Tab}{Enter}');
  await shows(/\$ cat "my notes\.txt"\none\n/);
  await userEvent.keyboard('cat ma{Tab}w{Tab}');
  await shows(/\$ cat manifests\/web$/);
  await userEvent.keyboard('{Tab}');
  await shows(/web-2\.yaml +web\.yaml\n~\/exercises \$ cat manifests\/web$/);
  await userEvent.keyboard('.{Tab}{Enter}');
  await shows(/kind: Pod\n~\/exercises \$$/);
  expect(document.activeElement).toBe(input());
});

test('Escape and then Tab leaves the terminal, and so does Shift and Tab', async () => {
  await aTerminal();
  await shows(labWorkspaceTexts.promptHint);
  expect(input().getAttribute('aria-description')).toBe(labWorkspaceTexts.promptKeys);
  await userEvent.keyboard('ec{Escape}{Tab}');
  await expect.element(page.getByRole('button', { name: 'after' })).toHaveFocus();
  input().focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).not.toBe(input());
  expect(screen()).toMatch(/\$ ec$/);
});

/** Presses Ctrl and a letter. @returns whether the browser does what it does with them elsewhere */
function leftToBrowser(letter: 'c' | 'v'): boolean {
  const keys = { key: letter, code: `Key${letter.toUpperCase()}`, keyCode: letter.toUpperCase().charCodeAt(0) };
  return input().dispatchEvent(
    new KeyboardEvent('keydown', { ...keys, ctrlKey: true, bubbles: true, cancelable: true }),
  );
}

test('Ctrl+V pastes, and Ctrl+C copies while text is selected', async () => {
  await aTerminal();
  expect([leftToBrowser('v'), leftToBrowser('c')]).toEqual([true, false]);
  await shows(/\$ \^C\n/);
  const rows = page.elementLocator(document.querySelector('.xterm-screen') as Element);
  await rows.dblClick({ position: { x: 20, y: 8 } });
  expect(leftToBrowser('c')).toBe(true);
  const copied = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
  input().dispatchEvent(copied);
  expect(copied.clipboardData?.getData('text/plain')).toBe('Tab');
  await vi.waitFor(() => expect(leftToBrowser('c'), 'once more it interrupts').toBe(false));
});

test('translators of browsers leave the terminal as it is', async () => {
  await aTerminal();
  for (const text of ['.xterm-rows', 'button[aria-label="Arrow up"]'])
    expect(document.querySelector(text)?.closest('[translate=no]')).not.toBeNull();
});

test('buttons type the keys that phones lack', async () => {
  await aTerminal();
  const press = (name: string) =>
    (page.getByRole('button', { name, exact: true, includeHidden: true }).element() as HTMLElement).click();
  await userEvent.keyboard('cat li');
  press('Tab');
  await shows('cat list.txt');
  press('Ctrl+C');
  await shows(/list\.txt \^C\n~\/exercises \$$/);
  await userEvent.keyboard('echo one{Enter}');
  await shows(/\none\n/);
  press('Arrow up');
  await shows(/\$ echo one$/);
  press('Arrow down');
  await shows(/\$$/);
  press('Esc');
  expect(document.activeElement).toBe(input());
});

test('text that no key has made arrives: dictated, chosen, dropped', async () => {
  await aTerminal();
  dictate('echo hello world');
  await shows('$ echo hello world');
  dictate(null, 'deleteContentBackward');
  dictate(null, 'insertLineBreak');
  await shows(/\nhello worl\n/);
  dictate('echo one\necho two');
  await shows(/\$ echo one\n> echo two$/);
  await userEvent.keyboard('{Enter}');
  await shows(/\none\ntwo\n/);
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', 'echo dropped\n');
  document
    .querySelector('.xterm-screen')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await shows(/\$ echo dropped$/);
  await enter();
  await shows(/\ndropped\n/);
});

test('the command of an action leaves what the learner writes', async () => {
  const { handle } = await aTerminal();
  await userEvent.keyboard('echo mine');
  expect(await handle.run("cat > run.txt <<'EOF'\nmilk: 1\nEOF\ncat run.txt\n")).toBe(0);
  await shows(/\$ cat > run\.txt <<'EOF'\n> milk: 1\n> EOF\n> cat run\.txt\nmilk: 1\n~\/exercises \$ echo mine$/);
  expect(await handle.run('exit 3')).toBe(3);
  await enter();
  await shows(/\nmine\n/);
});

test('keys that come while a command runs wait, and Ctrl+C ends it', async () => {
  await aTerminal();
  await userEvent.keyboard('sleep 0.3{Enter}echo next{Enter}');
  await shows(/\$ sleep 0\.3\n~\/exercises \$ echo next\nnext\n/);
  await userEvent.keyboard('sleep 30{Enter}echo lost');
  await userEvent.keyboard('{Control>}c{/Control}');
  await shows(/\$ sleep 30\n\^C\n~\/exercises \$$/);
});

test('a command with more lines than the terminal stays whole', async () => {
  await aTerminal();
  paste(
    `cat > long.txt <<'EOF'\n${Array.from({ length: 60 }, (_one, at) => `line ${at}`).join('\n')}\nEOF\nwc -l long.txt`,
  );
  await userEvent.keyboard(' ;{Backspace}{Backspace}{Enter}');
  await shows(/> EOF\n> wc -l long\.txt\n *60 long\.txt/);
  expect(screen().match(/line 59/g)).toHaveLength(1);
});
