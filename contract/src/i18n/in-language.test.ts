import { afterEach, expect, test } from 'vitest';
import { type Language, readLanguageWith } from './languages.ts';
import { texts } from './texts.ts';

const de = {
  title: 'Kurse',
  found: '{count, plural, =0 {Keine Kurse} one {# Kurs} other {# Kurse}}',
  by: 'Von {name} am {at, date, ::yyyyMMdd}',
  terms: 'Lies zuerst die <link>Bedingungen von {academy}</link>.',
  whole: '<link>Alles</link>',
  quoted: 'Das ist {name}',
};
const words = texts({
  title: 'Courses',
  found: '{count, plural, =0 {No courses} one {# course} other {# courses}}',
  by: 'By {name} on {at, date, ::yyyyMMdd}',
  terms: 'Read the <link>terms of {academy}</link> first.',
  whole: '<link>All of it</link>',
  quoted: "It's {name}",
}).translated({ de });

let language: Language = 'en';
readLanguageWith(() => language);
afterEach(() => {
  language = 'en';
});

test('a message is given in the current language', () => {
  expect(words.title).toBe('Courses');
  language = 'de';
  expect(words.title).toBe('Kurse');
});

test('numbers choose their plural, and are written as in the language', () => {
  expect([0, 1, 1234].map((count) => words.found({ count }))).toEqual(['No courses', '1 course', '1,234 courses']);
  language = 'de';
  expect([0, 1, 1234].map((count) => words.found({ count }))).toEqual(['Keine Kurse', '1 Kurs', '1.234 Kurse']);
});

test('dates and names stand where the language wants them', () => {
  const values = { name: 'Ada', at: new Date(2026, 10, 20) };
  expect(words.by(values)).toBe('By Ada on 11/20/2026');
  language = 'de';
  expect(words.by(values)).toBe('Von Ada am 20.11.2026');
});

test('a tag becomes what the page makes of it', () => {
  const link = (chunks: readonly unknown[]) => ({ link: chunks.join('') });
  expect(words.terms({ academy: 'Kube', link })).toEqual(['Read the ', { link: 'terms of Kube' }, ' first.']);
  language = 'de';
  expect(words.whole({ link })).toEqual([{ link: 'Alles' }]);
});

test('an apostrophe is a letter', () => {
  expect(words.quoted({ name: 'Ada' })).toBe("It's Ada");
});

test('a message that is not valid names itself', () => {
  const broken = '{count, plural, one {# course}';
  expect(() => texts({ broken: '' }).translated({ de: { broken } })).toThrow('"broken"');
});

test('arguments are checked', () => {
  // @ts-expect-error: the count is missing
  expect(() => words.found({})).toThrow('count');
  // @ts-expect-error: the name is missing
  expect(() => words.by({ at: new Date() })).toThrow('name');
  // @ts-expect-error: a German message is missing
  texts({ title: 'Courses', by: 'By {name}' }).translated({ de: { title: 'Kurse' } });
  const withAnother = { title: 'Kurse', by: 'Von {name}' };
  // @ts-expect-error: a German message has no original
  texts({ title: 'Courses' }).translated({ de: withAnother });
});
