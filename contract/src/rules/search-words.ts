/** Names that punctuation belongs to; without it they would be letters that stand anywhere. */
const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}])c\+\+/gu, 'cplusplus'],
  [/(?<![\p{L}\p{N}])([cf])#/gu, '$1sharp'],
  [/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/gu, 'dotnet'],
];
/** Letters that are no plain letter with a mark on it. */
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
/** Scripts that put no space between words: each sign counts as a word, and several as a phrase. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao'].map((name) => `\\p{Script=${name}}`).join('');
/** @param ending what else may belong to a word */
const words = (ending: string) =>
  new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+${ending}`, 'gu');
const WORD = words('');
/** A word as it stands in a text that was not folded: with the signs that are spelled out then. */
export const WRITTEN_WORD = words('(?:\\+\\+|#)?');

/** The text without what search does not tell apart: case, accents, forms of the same letter. Its length may differ. */
export function folded(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return plain.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/**
 * The words of a text as search knows them: letters and digits only, folded. What is searched and what is searched for
 * go through here, so that `Spring-Boot`, `spring.boot` and `@SpringBoot` come out the same way on both sides.
 */
export function searchWords(text: string): string[] {
  let plain = folded(text);
  for (const [sign, word] of SPELLED_OUT) plain = plain.replace(sign, word);
  return plain.match(WORD) ?? [];
}
