import { expect, test } from 'vitest';
import {
  actionKeys,
  currentKeys,
  doneActions,
  labSteps,
  type StepAction,
  type StepEvent,
  type StepRecord,
  stepText,
  withEvent,
} from './lab-steps.ts';

const action = (name: string, settings: StepAction['settings'] = {}, known = true) => ({ name, settings, known });
const run = (command: string, more = {}) => action('terminal:execute', { command, ...more });
const check = (name: string, more = {}) => action('examiner:execute-test', { name, ...more });
const pageOf = (...actions: StepAction[]) => ({ name: '01-start', actions });
const placesOf = (...actions: StepAction[]) => labSteps([pageOf(...actions)]).map(({ at }) => at);

test('steps of a lab are actions with a button', () => {
  const hidden = run('make', { hidden: true, autostart: true });
  expect(placesOf(run('ls'), hidden, action('x:y', {}, false), action('section:heading'), check('is-there'))).toEqual([
    0, 4,
  ]);
  const pages = [pageOf(run('ls')), { name: '02-end', actions: [run('ls')] }];
  expect(labSteps(pages).map(({ page, at }) => [page, at])).toEqual([
    ['01-start', 0],
    ['02-end', 0],
  ]);
});

test('what is folded away is no step, but checks are', () => {
  const [begin, end] = [action('section:begin'), action('section:end')];
  expect(placesOf(begin, run('cat solution'), check('solved'), end, run('ls'))).toEqual([2, 4]);
  expect(placesOf(action('section:begin', { open: true }), run('ls'), end)).toEqual([1]);
  expect(placesOf(begin, action('section:begin', { open: true }), run('ls'), end, end)).toEqual([]);
  // A part that never ends folds nothing away.
  expect(placesOf(begin, run('ls'))).toEqual([1]);
  expect(placesOf(end, run('ls'))).toEqual([1]);
});

test('a step keeps its key when the author publishes other words or other steps', () => {
  const [first] = actionKeys(pageOf(check('solved', { args: ['a'], timeout: 5 })));
  const later = pageOf(
    run('ls'),
    check('solved', { title: 'Solved', hint: 'Look there', cascade: true, timeout: 5, args: ['a'] }),
  );
  expect(actionKeys(later)[1]).toBe(first);
  expect(first).toMatch(/^01-start#[0-9a-z]{10,11}$/);
});

test('steps that do something else have other keys', () => {
  const keys = actionKeys(pageOf(run('ls'), run('ls -l'), run('ls', { session: '2' }), check('ls'), run('ls')));
  expect(new Set(keys).size).toBe(5);
  expect(keys[4]).toBe(`${keys[0]}~2`);
  expect(actionKeys({ name: '02-end', actions: [run('ls')] })[0]).not.toBe(keys[0]);
  const nested = (inner: object) => actionKeys(pageOf(action('editor:set', { value: inner })))[0];
  expect(nested({ a: 1, b: [1, 2] })).toBe(nested({ b: [1, 2], a: 1 }));
  expect(nested({ a: [1, 2] })).not.toBe(nested({ a: [2, 1] }));
});

/** A generator of whole numbers below a bound: the same seed makes the same numbers. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function someEvents(number: (below: number) => number): StepEvent[] {
  return Array.from({ length: 1 + number(6) }, () => ({
    step: '01-start#abc',
    result: number(2) === 0 ? 'done' : 'failed',
    tries: 1 + number(4),
    at: `2026-01-01T10:00:0${number(4)}.000Z`,
    exitStatus: [null, -1, 0, 2][number(4)] ?? null,
  }));
}

const recordOf = (events: readonly StepEvent[]) =>
  events.reduce<StepRecord | null>((record, event) => withEvent(record, event), null);

test('late, doubled and reordered events make the same record', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const number = numbersOf(seed);
    const events = someEvents(number);
    const others = [...events, ...events.filter(() => number(2) === 0)];
    for (let at = others.length - 1; at > 0; at -= 1) {
      const other = number(at + 1);
      [others[at], others[other]] = [others[other] as StepEvent, others[at] as StepEvent];
    }
    expect(recordOf(others), `seed ${seed}`).toEqual(recordOf(events));
  }
});

test('a record says how often, whether it failed, and when it was done', () => {
  const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`;
  const step = '01-start#abc';
  const events: StepEvent[] = [
    { step, result: 'failed', tries: 1, at: at(1), exitStatus: 3 },
    { step, result: 'done', tries: 2, at: at(2), exitStatus: 0 },
    { step, result: 'failed', tries: 3, at: at(3), exitStatus: 1 },
  ];
  expect(recordOf(events)).toEqual({
    ...{ step, tries: 3, failed: true, firstAt: at(1), lastAt: at(3), doneAt: at(2), exitStatus: 1 },
  });
});

test('what another page has done since is done here, too', () => {
  const record = (step: string, doneAt: string | null): StepRecord => ({
    ...{ step, tries: 1, failed: false, firstAt: '', lastAt: '', doneAt, exitStatus: null },
  });
  const records = [record('a', '2026-01-01T10:00:00.000Z'), record('b', '2026-01-01T12:00:00.000Z'), record('c', null)];
  expect(doneActions({ done: ['x', 'b'], at: '2026-01-01T11:00:00.000Z' }, records)).toEqual(['x', 'b']);
  expect(doneActions({ done: [], at: '2026-01-01T11:00:00.000Z' }, records)).toEqual(['b']);
  expect(doneActions(null, records)).toEqual(['a', 'b']);
});

test('actions that an earlier edition noted as done are found', () => {
  const page = pageOf(run('ls'), run('pwd'));
  const [first, second] = actionKeys(page);
  expect(currentKeys([page], ['01-start#1', first ?? '', 'gone#0'])).toEqual([second, first, 'gone#0']);
});

test('a step is told by its title, or by what it does', () => {
  expect(stepText(check('solved', { title: ' All is well ' }))).toBe('All is well');
  expect(stepText(run('cd x\nls', { title: '' }))).toBe('cd x');
  expect(stepText(action('terminal:interrupt'))).toBe('terminal:interrupt');
});
