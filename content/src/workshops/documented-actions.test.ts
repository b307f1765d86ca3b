import { DOCUMENTED_ACTIONS } from '@academy/contract/rules/documented-actions';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ACTIONS, REFUSED_ACTIONS } from './action-table.ts';
import { builtPage } from './testing.ts';

const names = Object.keys(DOCUMENTED_ACTIONS);
const block = (name: string, settings: unknown) =>
  `\`\`\`${name}\n${Object.keys(settings ?? {}).length === 0 ? '' : stringify(settings)}\`\`\`\n`;

test('64 of 64 documented actions are known, or refused by name', () => {
  expect(names).toHaveLength(64);
  const refused = names.filter((name) => REFUSED_ACTIONS.has(name));
  expect(refused).toEqual(['dashboard:preview-image', 'dashboard:finished-workshop', 'dashboard:terminate-session']);
  expect(names.filter((name) => !refused.includes(name))).toHaveLength(61);
  // The other way round: nothing is known that nobody can look up.
  const undocumented = [...ACTIONS.keys(), ...REFUSED_ACTIONS.keys()].filter((name) => !names.includes(name));
  expect(undocumented, 'needs an entry in contract/src/rules/documented-actions.ts').toEqual([]);
  expect(names.filter((name) => !ACTIONS.has(name) && !REFUSED_ACTIONS.has(name))).toEqual([]);
});

test.each(names.filter((name) => !REFUSED_ACTIONS.has(name)))('%s is published with all its settings', async (name) => {
  const settings = DOCUMENTED_ACTIONS[name];
  const page = await builtPage(block(name, settings));
  expect(page.actions).toHaveLength(1);
  expect(page.actions[0]).toMatchObject({ name, known: true, settings });
  expect(page.findings.filter((finding) => !/section-unclosed|check-missing/.test(finding))).toEqual([]);
});

test.each([...REFUSED_ACTIONS])('%s is refused with what to write instead', async (name, instead) => {
  expect(instead.length).toBeGreaterThan(20);
  const page = await builtPage(`Text\n\n${block(name, DOCUMENTED_ACTIONS[name])}`);
  expect(page.actions[0]).toMatchObject({ name, known: false });
  expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning lab-action-unsupported']);
});

test('what only a workshop platform can follow is refused, and can be copied', async () => {
  const page = await builtPage(
    [
      block('editor:execute-command', { command: 'workbench.view.scm', args: ['a text to copy'] }),
      block('files:download-file', { url: 'https://example.org/x' }),
      block('examiner:execute-test', { name: 'x', url: 'https://example.org/x' }),
      block('examiner:execute-test', { name: 'x', inputs: { schema: { a: { type: 'array' } } } }),
    ].join('\n'),
  );
  expect(page.actions.map(({ known }) => known)).toEqual([false, false, false, false]);
  expect(page.findings.map((finding) => finding.replace(/^.*:\d+ /, ''))).toEqual(
    Array.from({ length: 4 }, () => 'warning lab-action-unsupported'),
  );
  expect(page.html).toMatch(/a text to copy[\s\S]*data-copy|data-copy[\s\S]*a text to copy/);
});

test('an older name of an action is read as the present one', async () => {
  const page = await builtPage(block('dashboard:expose-dashboard', { name: 'Editor' }));
  expect(page.actions[0]).toMatchObject({ name: 'dashboard:open-dashboard', known: true });
  expect(page.findings).toEqual([]);
});

test('names of terminals get the numbers that the lab leaves free', async () => {
  const page = await builtPage(
    [
      block('terminal:execute', { command: 'ls', session: 3 }),
      block('editor:send-to-terminal', { text: 'ls', session: 'build' }),
      block('dashboard:create-dashboard', { name: 'Log', url: 'terminal:log' }),
      block('editor:clear-terminal', { session: 'build' }),
      block('editor:open-terminal', { session: 'one-too-many' }),
      block('terminal:interrupt-all', {}),
    ].join('\n'),
  );
  expect(page.actions.map(({ settings }) => settings.terminal)).toEqual([undefined, '2', '1', '2', '3', undefined]);
  expect(page.findings).toEqual(['workshop/content/01-start.md:20 warning lab-terminals-many']);
});

test('numbers from the end, without end and of all are kept', async () => {
  const page = await builtPage(
    [
      block('editor:select-matching-text', { file: '~/a', text: 'x', before: -1, after: -1, start: -3, stop: -1 }),
      block('examiner:execute-test', { name: 'x', retries: -1, cooldown: -1, required: true }),
      '```terminal:execute\ncommand: ls\ncooldown: .INF\n```\n',
    ].join('\n'),
  );
  expect(page.actions.map(({ settings }) => settings)).toEqual([
    { file: '~/a', text: 'x', before: -1, after: -1, start: -3, stop: -1 },
    { name: 'x', retries: -1, cooldown: -1, required: true },
    { command: 'ls', cooldown: 'infinite' },
  ]);
  expect(page.findings).toEqual([]);
});
