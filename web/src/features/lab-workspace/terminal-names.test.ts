import type { LabAction } from '@academy/contract/labs';
import { expect, it } from 'vitest';
import { terminalNames } from './terminal-names.ts';

const pageOf = (...actions: [name: string, settings: LabAction['settings']][]) => ({
  ...{ name: 'one', title: 'One', html: '', exitSign: null },
  actions: actions.map(([name, settings]) => ({ name, settings, known: true })),
});

it('terminals have the names of their authors, others their numbers', () => {
  const names = terminalNames([
    pageOf(
      ['terminal:execute', { command: 'ls', session: '1' }],
      ['terminal:execute', { command: 'ls', session: 'build', terminal: '3' }],
    ),
    pageOf(
      ['dashboard:create-dashboard', { name: 'Log', url: 'terminal:log', terminal: '2' }],
      ['editor:send-to-terminal', { text: 'ls', terminal: '3' }],
    ),
  ]);
  expect([...names]).toEqual([
    ['3', 'build'],
    ['2', 'log'],
  ]);
  expect([...terminalNames([pageOf(['editor:open-terminal', { terminal: '3' }])])]).toEqual([['3', 'educates']]);
});
