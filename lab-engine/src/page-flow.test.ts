import type { LabAction } from '@academy/contract/labs';
import { describe, expect, it } from 'vitest';
import {
  autostarts,
  cooldownMs,
  following,
  pauseMs,
  requiredLeft,
  sectionChange,
  sectionEndingAt,
  sectionsOf,
} from './page-flow.ts';

const action = (name: string, settings: LabAction['settings'] = {}): LabAction => ({ name, settings, known: true });
const run = (settings: LabAction['settings'] = {}) => action('terminal:execute', { command: 'ls', ...settings });
const begin = (settings: LabAction['settings'] = {}) => action('section:begin', settings);
const end = (settings: LabAction['settings'] = {}) => action('section:end', settings);

describe('sections of a page', () => {
  it('hold what stands between their beginning and their end', () => {
    const actions = [run(), begin(), run(), begin(), run(), end(), run(), end(), run()];
    expect(sectionsOf(actions)).toEqual([null, null, 1, 1, 3, 1, 1, null, null]);
    expect(sectionEndingAt(actions, 5)).toBe(3);
    expect(sectionEndingAt(actions, 7)).toBe(1);
    expect(sectionEndingAt([end()], 0)).toBeNull();
  });

  it('are matched by their names', () => {
    const actions = [begin({ name: 'outer' }), begin({ name: 'inner' }), end({ name: 'outer' })];
    expect(sectionEndingAt(actions, 2)).toBe(0);
  });

  it('are opened and closed by an action that triggers them', () => {
    const actions = [begin(), end(), begin(), end({ toggle: false })];
    expect(sectionChange(actions, 0)).toEqual({ section: 0, open: true });
    expect(sectionChange(actions, 1)).toEqual({ section: 0, open: false });
    expect(sectionChange(actions, 3)).toBeNull();
    expect(sectionChange([run()], 0)).toBeNull();
  });
});

it('an action starts by itself as soon as all its sections are open', () => {
  const auto = { autostart: true };
  const actions = [run(auto), begin(), run(auto), begin(), run(auto), end(), end(), run()];
  expect(autostarts(actions, () => false)).toEqual([0]);
  expect(autostarts(actions, (at) => at === 1)).toEqual([0, 2]);
  expect(autostarts(actions, (at) => at === 3)).toEqual([0]);
  expect(autostarts(actions, () => true)).toEqual([0, 2, 4]);
});

it('an action with cascade is followed by the next one, sections included', () => {
  expect(following([run({ cascade: true }), end()], 0)).toBe(1);
  expect(following([run(), run()], 0)).toBeNull();
  expect(following([run({ cascade: true })], 0)).toBeNull();
});

it('required actions that everybody sees must be done', () => {
  const required = { required: true };
  const actions = [run(required), run(required), run({ ...required, hidden: true }), begin(), run(required), end()];
  expect(requiredLeft(actions, () => false)).toBe(2);
  expect(requiredLeft(actions, (at) => at === 0)).toBe(1);
  // Nobody can do an action that no lab runs.
  expect(requiredLeft([{ ...run(required), known: false }], () => false)).toBe(0);
});

it('an action that is done rests before its next click', () => {
  expect(cooldownMs(run())).toBe(1_000);
  expect(cooldownMs(action('editor:create-file'))).toBe(3_000);
  expect(cooldownMs(action('workshop:copy'))).toBe(0);
  expect(cooldownMs(run({ cooldown: 10 }))).toBe(10_000);
  for (const cooldown of ['infinite', -1]) expect(cooldownMs(run({ cooldown }))).toBe(Number.POSITIVE_INFINITY);
});

it('the next action of a cascade waits for its pause, a minute at most', () => {
  const action = (pause?: unknown) => ({ name: 'terminal:clear', known: true, settings: { cascade: true, pause } });
  expect([undefined, 500, 1e9, '5'].map((pause) => pauseMs(action(pause)))).toEqual([0, 500, 60_000, 0]);
});
