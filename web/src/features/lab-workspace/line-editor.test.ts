import { expect, test } from 'vitest';
import { EMPTY_LINE, typed } from './line-editor.ts';

const LEFT = '\u001b[D';
const UP = '\u001b[A';
const DOWN = '\u001b[B';

const submitted = (data: string) => typed(EMPTY_LINE, data).events;

test('what is typed is submitted with Enter, and several lines one after the other', () => {
  expect(submitted('ls -l\r')).toEqual([{ kind: 'submit', text: 'ls -l' }]);
  expect(submitted('one\ntwo\r\n')).toEqual([
    { kind: 'submit', text: 'one' },
    { kind: 'submit', text: 'two' },
  ]);
});

test('keys move and take away', () => {
  expect(submitted(`ac${LEFT}b\r`)).toEqual([{ kind: 'submit', text: 'abc' }]);
  expect(submitted('abx\u007fc\r')).toEqual([{ kind: 'submit', text: 'abc' }]);
  expect(submitted('\u007fa\r')).toEqual([{ kind: 'submit', text: 'a' }]);
  expect(submitted('b\u0001a\u0005c\r')).toEqual([{ kind: 'submit', text: 'abc' }]);
  expect(submitted(`abc${LEFT}\u000b\r`)).toEqual([{ kind: 'submit', text: 'ab' }]);
  expect(submitted('gone\u0015a\r')).toEqual([{ kind: 'submit', text: 'a' }]);
});

test('earlier lines come back, and so does the empty one', () => {
  const events = submitted(`one\rtwo\r${UP}${UP}\r${UP}${UP}${DOWN}${DOWN}${DOWN}three\r`);
  expect(events.map((event) => 'text' in event && event.text)).toEqual(['one', 'two', 'one', 'three']);
});

test('Ctrl+C throws the line away, and control characters write nothing', () => {
  expect(typed(EMPTY_LINE, 'abc\u0003').line.text).toBe('');
  expect(submitted('abc\u0003')).toEqual([{ kind: 'interrupt' }]);
  expect(submitted('\u000c')).toEqual([{ kind: 'clear' }]);
  expect(submitted('a\u0007\u001b[200~b\r')).toEqual([{ kind: 'submit', text: 'ab' }]);
});

test('letters outside of the basic plane stay whole', () => {
  expect(submitted('é🙂\r')).toEqual([{ kind: 'submit', text: 'é🙂' }]);
});
