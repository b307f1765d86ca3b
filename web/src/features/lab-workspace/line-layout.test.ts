import { expect, test } from 'vitest';
import { drawingOf, layoutOf } from './line-layout.ts';

const width = (text: string) =>
  Array.from(text).reduce((cells, sign) => cells + (/[日本語]/.test(sign) ? 2 : /\p{Mn}/u.test(sign) ? 0 : 1), 0);
const layout = (text: string, cursor = text.length, columns = 10) =>
  layoutOf(text, cursor, ['$ ', '> '], columns, width);
const texts = (...args: Parameters<typeof layout>) => layout(...args).rows.map((row) => row.text);

test('a command wraps where the terminal does', () => {
  expect(texts('12345678', 0)).toEqual(['$ 12345678']);
  expect(texts('123456789')).toEqual(['$ 12345678', '9']);
  expect(texts('one\ntwo')).toEqual(['$ one', '> two']);
  expect(texts('1234567日', 0)).toEqual(['$ 1234567', '日']);
  expect(texts('a\tb')).toEqual(['$ a     b']);
});

test('the cursor stands where its character does', () => {
  expect(layout('日本', 1)).toMatchObject({ row: 0, column: 4 });
  expect(layout('e\u0301x', 2)).toMatchObject({ row: 0, column: 3 });
  expect(layout('12345678')).toMatchObject({ row: 1, column: 0 });
  expect(layout('one\ntwo', 5)).toMatchObject({ row: 1, column: 3 });
  expect(layout('one\ntwo', 3)).toMatchObject({ row: 0, column: 5 });
});

test('of a command that is too long the rows around the cursor are drawn', () => {
  const lines = Array.from({ length: 9 }, (_one, at) => `${at}`).join('\n');
  expect(drawingOf(layout(lines), 4)).toEqual({ text: '> 6\r\n> 7\r\n> 8', above: 2, below: 0, column: 3 });
  expect(drawingOf(layout(lines, 0), 4)).toEqual({ text: '$ 0\r\n> 1\r\n> 2', above: 0, below: 2, column: 2 });
  expect(drawingOf(layout(lines), Number.POSITIVE_INFINITY)).toMatchObject({ above: 8, below: 0 });
});
