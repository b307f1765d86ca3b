import { describe, expect, it } from 'vitest';
import { includedFile, languageOfName, linesOf } from './included-files.ts';

describe('the file that a fence names', () => {
  it.each([
    ['file="Main.java" lines="3-9"', { path: 'Main.java', lines: '3-9', rest: '' }],
    ['title="One" file=\'src/My Main.java\' {2}', { path: 'src/My Main.java', lines: null, rest: 'title="One"  {2}' }],
    ['file=./main.js#L3-L6', { path: './main.js', lines: '3-6', rest: '' }],
    ['file=main.js#L3', { path: 'main.js', lines: '3', rest: '' }],
    ['file=main.js#L3-', { path: 'main.js', lines: '3-', rest: '' }],
    ['{file="main.go"}', { path: 'main.go', lines: null, rest: '{}' }],
  ])('is read from %s', (words, expected) => {
    expect(includedFile(words)).toEqual(expected);
  });

  it.each(['', 'title="file"', 'profile=x', 'file='])('is none in "%s"', (words) => {
    expect(includedFile(words)).toBeNull();
  });

  it.each([
    ['Main.java', 'java'],
    ['a/b.yml', 'yaml'],
    ['Dockerfile', 'dockerfile'],
    ['x.kts', 'kotlin'],
  ])('has a language by its name: %s', (file, language) => {
    expect(languageOfName(file)).toBe(language);
  });
});

describe('lines of a file', () => {
  const text = 'class A {\n  void b() {\n\n    c();\n  }\n}\n';

  it.each([
    ['1', 'class A {'],
    ['2-5', 'void b() {\n\n  c();\n}'],
    ['5-', '  }\n}'],
    ['-1,6', 'class A {\n}'],
  ])('%s are shown without the indentation that they share', (lines, expected) => {
    expect(linesOf(text, lines)).toBe(expected);
  });

  it.each(['0', '7', '4-2', '1-99', 'all', '', '-'])('%s are none of it', (lines) => {
    expect(linesOf(text, lines)).toBeNull();
  });
});
