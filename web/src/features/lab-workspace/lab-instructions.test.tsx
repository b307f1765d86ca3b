import type { LabAction } from '@academy/contract/labs';
import type { LabTools } from '@academy/lab-engine/action-runner';
import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { LabInstructions } from './lab-instructions.tsx';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { useActionStates, useLabActions } from './use-lab-actions.ts';

/** What actions of a page have asked for, in their order. */
type Asked = string[];

/** Tools that note what they are asked for; checks pass when their input is not empty. */
const toolsNoting = (asked: Asked): LabTools => ({
  terminal: async (session) => {
    const note = (what: string) => void asked.push(`${session} ${what}`);
    return {
      async run(command) {
        asked.push(command);
        return 0;
      },
      type: note,
      interrupt: () => note('interrupt'),
      clear: () => note('clear'),
      focus: () => note('focus'),
      close: () => note('close'),
    };
  },
  openTerminals: () => [],
  async edit(name) {
    asked.push(name);
    return {};
  },
  async check(_name, _args, _timeoutMs, input) {
    asked.push(input);
    return { exitCode: input === '' ? 1 : 0 };
  },
  noteCheck: () => {},
  fileText: async () => null,
  write: async () => ({}),
  showTab: () => true,
  openTab: () => {},
  closeTab: () => {},
  openAddress: () => {},
  copy: async () => true,
  download: () => {},
  chooseFiles: async () => null,
});

interface HarnessProps {
  asked: Asked;
  html: string;
  actions: LabAction[];
}

function Harness({ asked, html, actions: of }: HarnessProps) {
  const its = useMemo(() => ({ name: 'one', title: 'One', html, exitSign: null, actions: of }), [html, of]);
  const tools = useMemo(() => toolsNoting(asked), [asked]);
  const actionStates = useActionStates([]);
  const steps = useMemo(() => ({ keyOf: (page = '', at = 0) => `${page}#${at}`, note: () => {} }), []);
  const actions = useLabActions({ page: its, tools, actionStates, steps, onChecked: () => {} });
  return (
    <LabInstructions
      page={its}
      position={1}
      count={2}
      steps={{ done: 0, count: of.length }}
      inBrowser
      actions={actions}
      hasFailed={() => false}
      files={[{ path: 'notes.txt', text: 'one line' }]}
      onAction={actions.click}
      onTurn={(to) => asked.push(typeof to === 'string' ? `turned to ${to}` : 'turned')}
      end={null}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as the text of a lesson */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </LabInstructions>
  );
}

const place = (at: number) => `<div class="lab-action" data-action="${at}"></div>`;
const action = (name: string, settings: LabAction['settings'] = {}, known = true): LabAction => ({
  name,
  settings,
  known,
});
const run = (command: string, settings: LabAction['settings'] = {}) =>
  action('terminal:execute', { command, ...settings });

async function show(html: string, ...actions: LabAction[]): Promise<Asked> {
  const asked: Asked = [];
  await renderApp(<Harness asked={asked} html={html} actions={actions} />);
  return asked;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a check gets what the learner fills in', async () => {
  const inputs = {
    schema: {
      name: { title: 'Name:', default: 'my-app' },
      size: { enum: ['small', 'large'], title: 'Size' },
      loud: { type: 'boolean', title: 'Loud' },
    },
    form: ['*', { type: 'submit', title: 'Deploy' }],
  };
  const asked = await show(place(0), action('examiner:execute-test', { name: 'x', inputs }));
  await page.getByLabelText('Name').fill('shop');
  await userEvent.selectOptions(page.getByLabelText('Size'), 'large');
  await page.getByLabelText('Loud').click();
  await button('Deploy').click();
  await expect.element(page.getByRole('status').first()).toHaveTextContent(labWorkspaceTexts.wellDone);
  expect(asked.map((one) => JSON.parse(one))).toEqual([{ name: 'shop', size: 'large', loud: '1' }]);
});

test('an action starts when its section opens, and the last one closes it', async () => {
  const html = `<details data-action="0"><summary>Setup</summary>${place(1)}${place(2)}</details><div data-action="3" hidden></div>`;
  const asked = await show(
    html,
    action('section:begin', { title: 'Setup' }),
    run('first', { autostart: true, cascade: true }),
    run('second', { cascade: true }),
    action('section:end'),
  );
  await expect.element(button(labWorkspaceTexts.continue)).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByText('Setup').click();
  await expect.poll(() => asked).toEqual(['first', 'second']);
  await expect.poll(() => document.querySelector('details')?.open).toBe(false);
  // Once is enough.
  await page.getByText('Setup').click();
  await expect.poll(() => document.querySelector('details')?.open).toBe(true);
  expect(asked).toEqual(['first', 'second']);
});

test('the next page waits for the actions that are required', async () => {
  const asked = await show(`${place(0)}${place(1)}`, run('one', { required: true }), run('two', { required: true }));
  const next = button(labWorkspaceTexts.continue);
  await expect.element(next).toBeDisabled();
  await expect.element(page.getByText(labWorkspaceTexts.requiredLeft({ count: 2 }))).toBeVisible();
  await button(labWorkspaceTexts.run).first().click();
  await expect.element(page.getByText(labWorkspaceTexts.requiredLeft({ count: 1 }))).toBeVisible();
  await button(labWorkspaceTexts.run).last().click();
  await next.click();
  expect(asked).toEqual(['one', 'two', 'turned']);
});

test('an action that labs refuse has no button, and says so', async () => {
  await show(place(0), action('dashboard:preview-image', { src: 'a.png' }, false));
  await expect.element(page.getByText(labWorkspaceTexts.cannot)).toBeVisible();
  await expect.element(button(labWorkspaceTexts.doIt)).not.toBeInTheDocument();
});

test('the file of an action is shown beside it', async () => {
  await show(place(0), action('files:download-file', { path: '~/notes.txt', preview: true }));
  const region = page.getByRole('region', { name: labWorkspaceTexts.preview({ path: '~/notes.txt' }) });
  await expect.element(region).toHaveTextContent('one line');
});

test('a double click runs an action once, an endless cooldown ends it', async () => {
  const asked = await show(
    `${place(0)}${place(1)}`,
    action('editor:append-lines-to-file', { file: 'a' }),
    run('once', { cooldown: 'infinite' }),
  );
  await button(labWorkspaceTexts.addLines).dblClick();
  await expect.element(page.getByText(labWorkspaceTexts.done, { exact: true })).toBeVisible();
  expect(asked).toEqual(['editor:append-lines-to-file']);
  await button(labWorkspaceTexts.run).click();
  await expect.element(page.getByText(labWorkspaceTexts.runsOnce)).toBeVisible();
  await expect.element(button(labWorkspaceTexts.run)).toBeDisabled();
});

test('the text of a hidden section is shown by the action before it', async () => {
  const html = `${place(0)}<details data-action="1"><summary>Hidden heading</summary><p>Well done so far.</p></details>`;
  await show(html, run('go', { cascade: true }), action('section:begin', { hidden: true }));
  await expect.element(page.getByText('Hidden heading')).not.toBeVisible();
  await expect.element(page.getByText('Well done so far.')).not.toBeVisible();
  await button(labWorkspaceTexts.run).click();
  await expect.element(page.getByText('Well done so far.')).toBeVisible();
  await expect.element(page.getByText('Hidden heading')).not.toBeVisible();
});

test('a link to another page of the lab turns to it', async () => {
  const asked = await show('<p><a href="?page=exercises%2F02-more#c-part">More</a></p>');
  const before = location.href;
  await page.getByRole('link', { name: 'More' }).click();
  expect([asked, location.href]).toEqual([['turned to exercises/02-more'], before]);
});
