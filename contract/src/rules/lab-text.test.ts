import { describe, expect, it, test } from 'vitest';
import {
  appendAfterMatch,
  appendLines,
  findText,
  insertBeforeLine,
  replaceMatch,
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
    expect(found({ text: 't', start: 3 })).toBe('t');
    expect(findText(POEM, { text: 't', start: 3 })?.from).toBe(POEM.indexOf('three'));
    expect(found({ text: 'three', stop: 2 })).toBeNull();
    expect(found({ text: 'one', start: 2 })).toBeNull();
  });

  it('grows to whole lines around it', () => {
    expect(found({ text: 'wo', before: 0, after: 0 })).toBe('two: 2\n');
    expect(found({ text: 'wo', before: 1, after: 0 })).toBe('one: 1\ntwo: 2\n');
    expect(found({ text: 'wo', before: -1, after: -1 })).toBe(POEM);
  });
});

test('lines are added at the end, on lines of their own', () => {
  expect(appendLines('a', 'b')).toBe('a\nb\n');
  expect(appendLines('', 'b\n')).toBe('b\n');
});

test('lines are added before a line', () => {
  expect(insertBeforeLine(POEM, 2, 'x')).toBe('one: 1\nx\ntwo: 2\nthree: 3\n');
  expect(insertBeforeLine(POEM, 1, 'x')).toBe(`x\n${POEM}`);
  expect(insertBeforeLine('a', 9, 'x')).toBe('a\nx\n');
});

test('lines are added after the line of a place', () => {
  expect(appendAfterMatch(POEM, { text: 'two' }, 'x')).toBe('one: 1\ntwo: 2\nx\nthree: 3\n');
  expect(appendAfterMatch(POEM, { text: 'four' }, 'x')).toBeNull();
});

test('a place is replaced by a text as it stands', () => {
  expect(replaceMatch(POEM, { text: 'two: \\d', isRegex: true }, '$&')).toBe('one: 1\n$&\nthree: 3\n');
  expect(replaceMatch(POEM, { text: 'four' }, 'x')).toBeNull();
});
