import { describe, expect, it, test } from 'vitest';
import {
  appendAfterMatch,
  appendLines,
  findText,
  insertBeforeLine,
  insertBeforeMatch,
  insertBeside,
  linesBetween,
  replaceLines,
  replaceMatches,
  type TextSearch,
} from './lab-text.ts';

const POEM = 'one: 1\ntwo: 2\nthree: 3\n';
const found = (search: TextSearch) => {
  const range = findText(POEM, search);
  return range === null ? null : POEM.slice(range.from, range.to);
};

describe('the place that an action means', () => {
  it('is a text as it stands', () => {
    expect(found({ text: 'two' })).toBe('two');
    expect(found({ text: 't.o' })).toBeNull();
    expect(found({ text: '' })).toBeNull();
  });

  it('is the first match of an expression, or a part of it', () => {
    expect(found({ text: 't.*', isRegex: true })).toBe('two: 2');
    expect(found({ text: '^three: (\\d)', isRegex: true, group: 1 })).toBe('3');
    expect(found({ text: '(', isRegex: true })).toBeNull();
  });

  it('lies between the lines that are named', () => {
    expect(findText(POEM, { text: 't', start: 2 })?.from).toBe(POEM.indexOf('three'));
    expect(found({ text: 'three', stop: 2 })).toBeNull();
    expect(found({ text: 'one', start: 1 })).toBeNull();
    // The last line of a range is not searched.
    expect(found({ text: 'two', stop: 1 })).toBeNull();
    expect(found({ text: 'two', stop: 2 })).toBe('two');
    // Counted from the end, the first line is the empty one after the last line break.
    expect(found({ text: 'three', stop: -1 })).toBe('three');
    expect(found({ text: 'three', stop: -2 })).toBeNull();
    expect(found({ text: 'two', start: -2 })).toBeNull();
    expect(found({ text: 'one', start: -99, stop: 99 })).toBe('one');
  });

  it('ends with its line, unless it has a line break', () => {
    expect(found({ text: '[^:]*$', isRegex: true })).toBe(' 1');
    expect(found({ text: 'one[^#]*', isRegex: true })).toBe('one: 1');
    expect(found({ text: '1\\ntwo', isRegex: true })).toBeNull();
    expect(found({ text: ': 1\ntwo' })).toBe(': 1\ntwo');
    expect(found({ text: 'one.*\ntw', isRegex: true })).toBe('one: 1\ntw');
  });

  it('grows to whole lines around it', () => {
    expect(found({ text: 'wo', before: 0, after: 0 })).toBe('two: 2\n');
    expect(found({ text: 'wo', before: 1, after: 0 })).toBe('one: 1\ntwo: 2\n');
    expect(found({ text: 'wo', before: -1, after: -1 })).toBe(POEM);
    expect(found({ text: 'one: 1\ntwo: 2\n', before: 0, after: 0 })).toBe('one: 1\ntwo: 2\n');
  });
});

test('lines are added at the end, on lines of their own', () => {
  expect(appendLines('a', 'b')).toBe('a\nb\n');
  expect(appendLines('', 'b\n')).toBe('b\n');
});

test('lines are added before a line', () => {
  expect(insertBeforeLine(POEM, 2, 'x')).toBe('one: 1\nx\ntwo: 2\nthree: 3\n');
  expect(insertBeforeLine(POEM, 1, 'x')).toBe(`x\n${POEM}`);
  expect(insertBeforeLine('a', 2, 'x')).toBe('a\nx\n');
  expect(insertBeforeLine('a\nb\n', 3, 'x')).toBe('a\nb\nx\n');
  for (const text of ['a', 'a\n']) expect(insertBeforeLine(text, 4, 'x')).toBe('a\n\n\nx\n');
});

test('lines are added after the line of a place', () => {
  expect(appendAfterMatch(POEM, { text: 'two' }, 'x')).toBe('one: 1\ntwo: 2\nx\nthree: 3\n');
  expect(appendAfterMatch(POEM, { text: 'four' }, 'x')).toBeNull();
});

test('lines are added before the line of a place', () => {
  expect(insertBeforeMatch(POEM, { text: 'two' }, 'x')).toBe('one: 1\nx\ntwo: 2\nthree: 3\n');
  expect(insertBeforeMatch(POEM, { text: 'four' }, 'x')).toBeNull();
});

test('lines are added beside a selection, which stays on its text', () => {
  const selection = { from: POEM.indexOf('two'), to: POEM.indexOf('three') };
  for (const side of ['before', 'after'] as const) {
    const { text, range } = insertBeside(POEM, selection, side, 'x');
    expect(text).toBe(side === 'before' ? 'one: 1\nx\ntwo: 2\nthree: 3\n' : 'one: 1\ntwo: 2\nx\nthree: 3\n');
    expect(text.slice(range.from, range.to)).toBe('two: 2\n');
  }
});

test('lines are counted from either end, the last one included', () => {
  const lines = (start: number, stop?: number) => {
    const { from, to } = linesBetween(POEM, start, stop);
    return POEM.slice(from, to);
  };
  const replaced = (start: number, stop: number, by: string) => replaceLines(POEM, linesBetween(POEM, start, stop), by);
  expect(lines(2)).toBe('two: 2\n');
  expect(lines(2, 3)).toBe('two: 2\nthree: 3\n');
  expect(lines(-2)).toBe('three: 3\n');
  expect(lines(3, 2)).toBe('two: 2\nthree: 3\n');
  expect(lines(3, 9)).toBe('three: 3\n');
  expect(lines(9)).toBe('');
  expect(replaced(1, 2, 'x')).toBe('x\nthree: 3\n');
  expect(replaced(1, 2, '')).toBe('three: 3\n');
  expect(replaced(9, 9, 'x')).toBe(`${POEM}x\n`);
});

test('places are replaced by a text as it stands', () => {
  expect(replaceMatches(POEM, { text: 'two: \\d', isRegex: true }, '$&')).toBe('one: 1\n$&\nthree: 3\n');
  expect(replaceMatches(POEM, { text: 'four' }, 'x')).toBeNull();
  for (const isRegex of [false, true]) expect(replaceMatches('aaab', { text: 'a', isRegex }, 'x', -1)).toBe('xxxb');
  expect(replaceMatches(POEM, { text: ': ' }, '=', 2)).toBe('one=1\ntwo=2\nthree: 3\n');
  expect(replaceMatches(POEM, { text: '(\\w+): \\d', isRegex: true, group: 1 }, 'x', -1)).toBe('x: 1\nx: 2\nx: 3\n');
  expect(replaceMatches(POEM, { text: '^', isRegex: true, stop: 3 }, '- ', -1)).toBe(
    '- one: 1\n- two: 2\n- three: 3\n',
  );
  expect(replaceMatches('a # b\nc\n', { text: '\\s*#.*', isRegex: true }, '', -1)).toBe('a\nc\n');
  expect(replaceMatches('# a\nb\n', { text: '\\s*#.*', isRegex: true }, '', 1)).toBe('\nb\n');
});
