import { describe, expect, it, test } from 'vitest';
import {
  addMonths,
  byDueDate,
  completionsOf,
  type DueTerms,
  dayIn,
  dueOf,
  isZone,
  oncePerItem,
  paceOf,
} from './due.ts';
import type { LedgerEvent } from './progress.ts';

const TERMS: DueTerms = {
  ...{ beginsOn: '2030-01-01', dueOn: '2030-03-31', zone: 'Europe/Berlin' },
  ...{ joinDays: null, renewMonths: null, countsBefore: true },
};
const at = (moment: string) => Date.parse(moment);
const JOINED = at('2029-12-01T00:00:00Z');
const due = (terms: Partial<DueTerms>, completions: string[], now: string, joined = JOINED) =>
  dueOf({ ...TERMS, ...terms }, joined, completions.map(at), at(now));

describe('an assignment', () => {
  it('is overdue from the day after its due date, in its own time zone', () => {
    expect(due({}, [], '2030-03-31T21:59:59Z').state).toBe('open');
    expect(due({}, [], '2030-03-31T22:00:00Z').state).toBe('overdue');
    expect(due({ zone: 'America/New_York' }, [], '2030-04-01T03:59:59Z').state).toBe('open');
    expect(due({ zone: 'Pacific/Auckland' }, [], '2030-03-31T11:00:00Z').state).toBe('overdue');
  });

  it('that has not begun is due later, and one without a date never', () => {
    expect(due({}, [], '2029-12-31T12:00:00Z').state).toBe('later');
    expect(due({ dueOn: null }, [], '2039-12-31T12:00:00Z')).toMatchObject({ state: 'open', dueOn: null });
  });

  it('gives those who join later the days that it says', () => {
    const late = at('2030-03-25T12:00:00Z');
    expect(due({ joinDays: 30 }, [], '2030-04-10T12:00:00Z', late)).toMatchObject({
      state: 'open',
      dueOn: '2030-04-24',
    });
    expect(due({ joinDays: 30 }, [], '2030-04-10T12:00:00Z')).toMatchObject({ state: 'overdue', dueOn: '2030-03-31' });
  });

  it('counts a completion before it began or not, as it says', () => {
    const before = '2029-12-31T22:59:00Z';
    expect(due({}, [before], '2030-02-01T12:00:00Z').state).toBe('done');
    expect(due({ countsBefore: false }, [before], '2030-02-01T12:00:00Z').state).toBe('open');
    // In Berlin the new year has begun.
    expect(due({ countsBefore: false }, ['2029-12-31T23:01:00Z'], '2030-02-01T12:00:00Z').state).toBe('done');
  });

  it('that was completed late stays done', () => {
    expect(due({}, ['2030-05-01T12:00:00Z'], '2030-06-01T12:00:00Z')).toMatchObject({ state: 'done' });
  });

  it('is due again the months after the last completion that it says', () => {
    const done = ['2030-02-10T12:00:00Z'];
    expect(due({ renewMonths: 12 }, done, '2031-01-10T12:00:00Z')).toMatchObject({
      state: 'done',
      dueOn: '2031-02-10',
    });
    expect(due({ renewMonths: 12 }, done, '2031-01-11T12:00:00Z')).toMatchObject({ state: 'open', isRenewal: true });
    expect(due({ renewMonths: 12 }, done, '2031-02-11T12:00:00Z')).toMatchObject({ state: 'overdue' });
    const again = [...done, '2031-02-20T12:00:00Z'];
    expect(due({ renewMonths: 12 }, again, '2031-03-01T12:00:00Z')).toMatchObject({
      state: 'done',
      dueOn: '2032-02-20',
    });
  });

  it('leaves people whose completion had expired the time of everybody', () => {
    const old = ['2025-02-10T12:00:00Z'];
    expect(due({ renewMonths: 12 }, old, '2030-02-01T12:00:00Z')).toMatchObject({ state: 'done', dueOn: '2030-03-31' });
    expect(due({ renewMonths: 12 }, old, '2030-03-10T12:00:00Z')).toMatchObject({ state: 'open', dueOn: '2030-03-31' });
  });
});

test('months end on their last day', () => {
  expect(addMonths('2030-01-31', 1)).toBe('2030-02-28');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonths('2030-11-30', 3)).toBe('2031-02-28');
});

test('a day is that of the time zone', () => {
  expect(dayIn('Pacific/Auckland', at('2030-06-30T12:30:00Z'))).toBe('2030-07-01');
  expect(dayIn('America/New_York', at('2030-07-01T03:59:00Z'))).toBe('2030-06-30');
  expect(['Europe/Berlin', 'UTC', '+01:00', 'Mars/Olympus', ''].map(isZone)).toEqual([true, true, false, false, false]);
});

describe('completions', () => {
  let sequence = 0;
  const event = (lessonId: string, kind: LedgerEvent['kind'], hour: number): LedgerEvent => ({
    ...{ lessonId, kind, at: hour, sequence: ++sequence },
  });
  const of = (lessons: string[], ...events: LedgerEvent[]) => completionsOf(lessons, events);

  it('are the moments at which all lessons were done, whatever came first', () => {
    const [a, b] = [event('a', 'completed', 5), event('b', 'completed', 3)];
    expect(of(['a', 'b'], a, b)).toEqual([5]);
    expect(of(['a', 'b'], b, a, event('hidden', 'completed', 9), event('a', 'started', 8))).toEqual([5]);
    expect(of(['a', 'b'], a)).toEqual([]);
    expect(of([], a)).toEqual([]);
  });

  it('stay when a course begins again, and go when a lesson is undone', () => {
    const done = [event('a', 'completed', 1), event('b', 'completed', 2)];
    expect(of(['a', 'b'], ...done, event('a', 'reset', 3), event('b', 'reset', 3))).toEqual([2]);
    expect(of(['a', 'b'], ...done, event('a', 'reset', 3), event('a', 'completed', 4))).toEqual([2, 4]);
    expect(of(['a', 'b'], ...done, event('a', 'undone', 3))).toEqual([]);
  });

  it('stay when lessons come after a course was finished', () => {
    const courses = new Map([['course', ['a', 'b', 'new']]]);
    const done = [event('a', 'completed', 1), event('b', 'completed', 2), event('course', 'finished', 3)];
    const later = (...events: LedgerEvent[]) => completionsOf(['a', 'b', 'new'], [...done, ...events], courses);
    expect(later()).toEqual([3]);
    expect(later(event('new', 'completed', 9))).toEqual([3]);
    expect(later(event('a', 'undone', 4))).toEqual([]);
    expect(later(event('a', 'undone', 4), event('a', 'completed', 5))).toEqual([5]);
    expect(later(event('a', 'reset', 4))).toEqual([3]);
    expect(completionsOf(['a', 'b'], done, courses)).toEqual([2]);
  });

  it('of a check are all attempts that were passed', () => {
    expect(of(['check'], event('check', 'completed', 1), event('check', 'completed', 400))).toEqual([1, 400]);
    expect(of(['a', 'b'], event('a', 'completed', 1), event('b', 'completed', 2), event('b', 'completed', 3))).toEqual([
      2,
    ]);
  });
});

test('a learner is stuck after two idle weeks or three failed attempts', () => {
  const open = due({}, [], '2030-02-20T12:00:00Z');
  const now = at('2030-02-20T12:00:00Z');
  const pace = (lastAt: string | null, failures = 0, state = open) =>
    paceOf(state, { lastAt: lastAt === null ? null : at(lastAt), failures }, now);
  expect(pace(null)).toBe('not-begun');
  expect(pace('2030-02-06T12:00:01Z')).toBe('on-the-way');
  expect(pace('2030-02-06T12:00:00Z')).toBe('stuck');
  expect(pace('2030-02-19T12:00:00Z', 3)).toBe('stuck');
  expect(pace('2030-02-19T12:00:00Z', 3, { ...open, state: 'overdue' })).toBe('late');
  expect(pace(null, 0, { ...open, state: 'done' })).toBe('done');
});

test('what is due is sorted by date and shown once', () => {
  const entry = (itemId: string, dueOn: string | null, state: 'open' | 'done' = 'open', mandatory = true) => ({
    ...{ itemId, dueOn, state, mandatory, kind: 'course', title: itemId },
  });
  const dues = [entry('c', null), entry('a', '2030-03-01'), entry('b', '2030-02-01', 'done'), entry('a', '2030-02-01')];
  const sorted = dues.toSorted(byDueDate);
  expect(sorted.map(({ itemId, dueOn }) => [itemId, dueOn])).toEqual([
    ['a', '2030-02-01'],
    ['a', '2030-03-01'],
    ['c', null],
    ['b', '2030-02-01'],
  ]);
  expect(oncePerItem(sorted).map(({ itemId }) => itemId)).toEqual(['a', 'c', 'b']);
});
