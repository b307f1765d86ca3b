import { expect, test } from 'vitest';
import { termsOf, textOf } from './search-terms.ts';

const shown = (text: string) =>
  termsOf(text).map(
    ({ words, quoted, typing }) => `${words.join('+')}${quoted ? ' quoted' : ''}${typing ? ' typing' : ''}`,
  );

test.each([
  ['spring boot', ['spring', 'boot typing']],
  ['Spring-Boot ', ['spring+boot typing']],
  ['"spring boot" test', ['spring+boot quoted', 'test typing']],
  ['a "b c"', ['a', 'b+c quoted']],
  ['a "b c', ['a', 'b+c quoted typing']],
  ['“b c” „d e“', ['b+c quoted', 'd+e quoted']],
  ['""" "" "', []],
  ['-not & or | !', ['not', 'or typing']],
  ['', []],
])('%s asks for %j', (text, terms) => {
  expect(shown(text)).toEqual(terms);
});

test('a search has sixteen words at most', () => {
  expect(termsOf('a '.repeat(50))).toHaveLength(16);
  expect(termsOf(`"${'a '.repeat(50)}" b`).map(({ words }) => words.length)).toEqual([16]);
});

test('the text of terms asks for the same', () => {
  const terms = termsOf('spring-boot "two words" last');
  expect(textOf(terms)).toBe('spring boot "two words" last');
});
