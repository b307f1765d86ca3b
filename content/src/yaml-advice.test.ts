import { expect, test } from 'vitest';
import { parseYaml } from './front-matter.ts';

const told = (text: string) => {
  const result = parseYaml(text, 0);
  return result.ok ? null : `${result.line}: ${result.message.replace(/^this line /, '')}`;
};
const SPACED = 'has ": " inside of its value; put the value in quotes';
const OTHER = 'has a value that YAML reads otherwise; put the value in quotes';

test.each([
  ['a: 1\ntitle: Tea: the start', `2: ${SPACED}: title: "Tea: the start"`],
  ['list:\n  - name: hot: very # later', `2: ${SPACED}: - name: "hot: very" # later`],
  ['command: echo "a: b"\nb: 1', `1: ${SPACED}: command: 'echo "a: b"'`],
  ['title: Tea:\nb: 1', `1: ${SPACED}: title: "Tea:"`],
  ['title: [Draft] Tea', `1: ${OTHER}: title: "[Draft] Tea"`],
  ['title: @tea', `1: ${OTHER}: title: "@tea"`],
  ['title: "Tea" and milk', `1: ${OTHER}: title: '"Tea" and milk'`],
  ["title: 'It's tea'", '1: has a quote inside of its quotes; take the others: title: "It\'s tea"'],
  ['text: "C:\\dir"', "1: has a \\ in double quotes; take single ones: text: 'C:\\dir'"],
  ['title: "open\nb: 1', '1: opens a quote that is never closed; close it: title: "open"'],
  ['a:\n\tb: 1', '2: indents with a tab; indent with spaces'],
  ['title: a\n  weight: 2', '2: is indented deeper than the name above; begin it in the same column'],
  ['key:value\nb: 1', '1: has no space behind its colon; write one'],
])('a line that cannot be read is told as it should be: %s', (text, advice) => {
  expect(told(text)).toBe(advice);
});

test('a text of several lines without a sign of it is told so', () => {
  const text = 'command: tee a.json << \'EOF\'\n{\n  "a": 1\n}\nEOF\nsession: 2\n';
  expect(told(text)).toMatch(/^1: goes on over several lines without saying so; write "command: \|"/);
});

test('what cannot be mended in one line keeps the words of the parser', () => {
  expect(told('- a\nb: 1')).toMatch(/^2: [A-Z]/);
  expect(told(`${'a: [b\n'.repeat(5_000)}`)).not.toBeNull();
});
