/** Names with punctuation; without it they would be single letters that occur everywhere. */
const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}])c\+\+/gu, 'cplusplus'],
  [/(?<![\p{L}\p{N}])([cf])#/gu, '$1sharp'],
  [/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/gu, 'dotnet'],
];
/** Letters that do not decompose into a plain letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const ACCENTS = /[\u0300-\u036f]/g;
/** Scripts without spaces between words: each character counts as a word, and several as a phrase. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao'].map((name) => `\\p{Script=${name}}`).join('');
/** @param ending pattern of what else may belong to a word */
const words = (ending: string) =>
  new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+${ending}`, 'gu');
const WORD = words('');
const UNSPACED_SIGN = new RegExp(`^[${UNSPACED}]`, 'u');
/** Whether a word is a sign of a script without spaces between words. */
export const isUnspacedSign = (word: string): boolean => UNSPACED_SIGN.test(word);
/** A word in a text that was not folded: with the characters that folding spells out. */
export const WRITTEN_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])\\.net(?![\\p{L}\\p{N}])|${words('(?:\\+\\+|#)?').source}`,
  'giu',
);
/** How names with punctuation begin in a text, by the word that search knows. */
export const WRITTEN_NAMES: Readonly<Record<string, string>> = {
  cplusplus: 'c++',
  csharp: 'c#',
  fsharp: 'f#',
  dotnet: '.net',
};

/**
 * The text without the differences that search ignores: case, accents, forms of the same letter. Its length may change.
 */
export function folded(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return plain.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/**
 * The words of a text for search: letters and digits only, folded. The index and the query both use it, so that
 * `Spring-Boot`, `spring.boot` and `@SpringBoot` are equal on both sides.
 */
export function searchWords(text: string): string[] {
  let plain = folded(text);
  for (const [sign, word] of SPELLED_OUT) plain = plain.replace(sign, word);
  return plain.match(WORD) ?? [];
}
