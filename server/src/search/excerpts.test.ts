import { expect, test } from 'vitest';
import { beginningOf, excerptOf, marked } from './excerpts.ts';
import { termsOf } from './search-terms.ts';

const STEMS: Record<string, string> = { testing: 'test', libraries: 'librari', containers: 'contain' };
const terms = (text: string) =>
  termsOf(text).map((term) => ({ ...term, stems: term.words.map((word) => STEMS[word] ?? word), inCompounds: false }));
const shown = (parts: { text: string; hit: boolean }[] | null) =>
  parts?.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('') ?? null;

test.each([
  ['Spring Boot', 'boot', 'Spring [Boot]'],
  ['Spring-Boot and Spring', 'spring-boot', '[Spring-Boot] and Spring'],
  ['Tests are tested by testers', 'testing x', '[Tests] are [tested] by [testers]'],
  ['A library of libraries', 'libraries x', 'A [library] of [libraries]'],
  ['Container contents', 'containers x', '[Container] contents'],
  ['Kubernetes', 'kube', '[Kubernetes]'],
  ['kube kubernetes', '"kube"', '[kube] kubernetes'],
  ['C and C++', 'c++ x', 'C and [C++]'],
  ['Write .NET, not net', '.net x', 'Write [.NET], not net'],
  ['Tests are tested', '"tests"', '[Tests] are tested'],
  ['Über Straßen', 'uber strassen', '[Über Straßen]'],
  ['学コンテナ入門', 'コンテナ', '学[コンテナ]入門'],
  ['<b>&amp; boot</b>', 'boot', '<b>&amp; [boot]</b>'],
  ['nothing', 'else', 'nothing'],
])('in %s the search for %s marks %s', (text, asked, result) => {
  expect(shown(marked(text, terms(asked)))).toBe(result);
});

const filler = (count: number) => 'lorem ipsum dolor '.repeat(count);

test('an excerpt shows the place with most of the words', () => {
  const text = `${filler(20)}spring alone ${filler(20)}here spring meets boot ${filler(20)}`;
  const excerpt = shown(excerptOf(text, terms('spring boot')));
  expect(excerpt).toMatch(/^… (lorem|ipsum|dolor) .*here \[spring\] meets \[boot\] .* …$/);
  expect(excerpt?.length).toBeLessThan(220);
});

test('a text without the words has no excerpt', () => {
  expect(excerptOf(filler(50), terms('spring'))).toBeNull();
  expect(excerptOf('offspring', terms('spring'))).toBeNull();
  expect(excerptOf('', terms('spring'))).toBeNull();
});

test('an excerpt shows the word itself behind many longer ones', () => {
  expect(shown(excerptOf(`${'item iterate '.repeat(60)}and it ends`, terms('it x')))).toContain('and [it] ends');
});

test('an excerpt shows a letter that search writes with two', () => {
  expect(shown(excerptOf(`${filler(30)} zur Straße hin`, terms('strasse x')))).toContain('zur [Straße] hin');
});

test('an excerpt shows a phrase, not its first word', () => {
  expect(shown(excerptOf(`for all ${filler(30)} a for loop`, terms('"for loop"')))).toContain('a [for loop]');
});

test('a word inside of a compound is shown where words are written together', () => {
  const [term] = terms('verbindung x').map((one) => ({ ...one, inCompounds: true }));
  const excerpt = term && excerptOf(`${filler(30)} Die Datenbankverbindungen stehen`, [term]);
  expect(shown(excerpt ?? null)).toContain('Die [Datenbankverbindungen] stehen');
});

test('accents before the place do not shift it', () => {
  expect(shown(excerptOf(`${'é'.repeat(300)} Café kühl`, terms('cafe kuhl')))).toContain('[Café kühl]');
});

test('a long text is cut, never inside a character', () => {
  const [part] = beginningOf('😀'.repeat(500));
  expect(part?.text.isWellFormed()).toBe(true);
  expect(part?.text.length).toBeLessThanOrEqual(180);
  expect(beginningOf('Short.')).toEqual([{ text: 'Short.', hit: false }]);
});

test('the time for an excerpt grows no faster than its text', () => {
  const wanted = terms('spring コンテナ a b c d e f');
  const cost = (text: string) => {
    const started = performance.now();
    for (let round = 0; round < 3; round += 1) excerptOf(text, wanted);
    return performance.now() - started;
  };
  for (const words of ['spring ', 'aé', 'コ']) {
    const [short, long] = [words.repeat(2_000), words.repeat(20_000)];
    cost(short);
    const ratios = [1, 2, 3].map(() => cost(long) / cost(short));
    // Ten times the text: what grows with its square takes a hundred times as long.
    expect(Math.min(...ratios), words).toBeLessThan(30);
  }
});
