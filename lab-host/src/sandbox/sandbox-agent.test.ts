import { expect, test } from 'vitest';
import { readLook } from './home-listing.ts';
import { AnswerReader, quoted } from './sandbox-agent.ts';
import { seccompFilter } from './seccomp-filter.ts';

const pieces = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => Buffer.from(text.slice(at * size, (at + 1) * size)));

test('answers are read in whatever pieces they come', () => {
  for (const size of [1, 3, 7, 100]) {
    const reader = new AnswerReader(100);
    const answers = pieces('1 0 5\nhello2 124 0\n3 1 2\n\n\n', size).flatMap((piece) => reader.read(piece));
    expect(answers.map(({ id, status, output }) => [id, status, String(output)])).toEqual([
      [1, 0, 'hello'],
      [2, 124, ''],
      [3, 1, '\n\n'],
    ]);
  }
});

test('an invalid or too large reply is refused', () => {
  for (const words of ['hello\n', '1 0\n', '1 0 101\n', '1 0 -1\n', 'x'.repeat(101)])
    expect(() => new AnswerReader(100).read(Buffer.from(words))).toThrow(/^the sandbox agent sent/);
});

test('a look contains texts of the home folder only', () => {
  const look = (...files: [string, string | Buffer][]) =>
    Buffer.concat([
      Buffer.from('few\0\0'),
      ...files.map(([path, text]) => Buffer.from(`${Buffer.byteLength(text)} ${path}\0`)),
      Buffer.from('\0'),
      ...files.map(([, text]) => Buffer.from(text)),
    ]);
  expect(readLook(look(['a/b c.txt', 'grün\n'], ['empty', '']))?.texts).toEqual([
    { path: 'a/b c.txt', text: 'grün\n' },
    { path: 'empty', text: '' },
  ]);
  expect(
    readLook(look(['../up', 'x'], ['/etc/x', 'x'], ['a//b', 'x'], ['binary', '\0'], ['latin', Buffer.from([228])]))
      ?.texts,
  ).toEqual([]);
  expect(readLook(look())?.texts).toEqual([]);
  expect(readLook(Buffer.concat([look(['a', 'xyz']), Buffer.from('more')]))).toBeNull();
  expect(readLook(Buffer.from('few\0\x003 a'))).toBeNull();
  expect(readLook(Buffer.from('A f 644 1 - a\0\0\0'))).toBeNull();
});

test('a look contains changes whose paths stay in the home folder', () => {
  const look = (...records: string[]) => Buffer.from(['few', ...records, '', '', ''].join('\0'));
  const record = 'M f 644 12 17.5-17.6 a b';
  expect(readLook(look(record, 'D d 0 0 - ../up', 'A l 777 3 1-2 /etc/x'))?.changes).toEqual([
    { how: 'M', kind: 'f', size: 12, path: 'a b', stamp: 'M644 17.5-17.6' },
  ]);
  expect(readLook(look('X f 644 1 1-2 a'))).toBeNull();
  expect(readLook(look('A f 644 -1 1-2 a'))).toBeNull();
});

test('a quoted word stays one word for the shell', () => {
  expect(quoted("it's $HOME")).toBe("'it'\\''s $HOME'");
});

test('the filter is a whole number of instructions, and no jump leaves it', () => {
  const filter = seccompFilter();
  const count = filter.length / 8;
  expect(Number.isInteger(count)).toBe(true);
  for (let at = 0; at < count; at += 1) expect(at + 1 + filter.readUInt8(at * 8 + 2)).toBeLessThan(count + 1);
});
