import { expect, test } from 'vitest';
import { AnswerReader, quoted } from './sandbox-agent.ts';
import { listedFiles } from './sandbox-files.ts';
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

test('a listing contains text files of the home folder only', () => {
  const listing = (...files: [string, string | Buffer][]) =>
    Buffer.concat([
      ...files.map(([path, text]) => Buffer.from(`${Buffer.byteLength(text)} ${path}\0`)),
      Buffer.from('\0'),
      ...files.map(([, text]) => Buffer.from(text)),
    ]);
  expect(listedFiles(listing(['a/b c.txt', 'grün\n'], ['empty', '']))).toEqual([
    { path: 'a/b c.txt', text: 'grün\n' },
    { path: 'empty', text: '' },
  ]);
  expect(
    listedFiles(
      listing(['../up', 'x'], ['/etc/x', 'x'], ['a//b', 'x'], ['binary', '\0'], ['latin', Buffer.from([228])]),
    ),
  ).toEqual([]);
  expect(listedFiles(listing())).toEqual([]);
  expect(listedFiles(Buffer.concat([listing(['a', 'xyz']), Buffer.from('more')]))).toBeNull();
  expect(listedFiles(Buffer.from('3 a'))).toBeNull();
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
