import { expect, test } from 'vitest';
import { searchWords } from './search-words.ts';

test.each([
  ['Spring Boot', ['spring', 'boot']],
  ['spring-boot', ['spring', 'boot']],
  ['@RestController', ['restcontroller']],
  ['x.509', ['x', '509']],
  ['C++ and C#, not c', ['cplusplus', 'and', 'csharp', 'not', 'c']],
  ['.NET 9, but dot.network', ['dotnet', '9', 'but', 'dot', 'network']],
  ['abc++', ['abc']],
  ['Café Über Straße Łódź', ['cafe', 'uber', 'strasse', 'lodz']],
  ['ﬁne Ⅳ', ['fine', 'iv']],
  ['コンテナとは', ['コ', 'ン', 'テ', 'ナ', 'と', 'は']],
  ['がぎ', ['が', 'ぎ']],
  ['Kubernetes入門2', ['kubernetes', '入', '門', '2']],
  ['한국어 배우기', ['한국어', '배우기']],
  ['שלום עולם', ['שלום', 'עולם']],
  ['हिन्दी', ['हिन्दी']],
  ['k8s 🚀 — “quoted”', ['k8s', 'quoted']],
  ['', []],
  ['*&|!():<>\'"\\', []],
])('%s is known as %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('the words of a long text are found in time', () => {
  const started = Date.now();
  searchWords('c+.n'.repeat(50_000));
  searchWords('漢'.repeat(200_000));
  // Quadratic time would take minutes.
  expect(Date.now() - started).toBeLessThan(15_000);
});
