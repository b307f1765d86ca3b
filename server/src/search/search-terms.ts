import { searchWords } from '@academy/contract/rules/search-words';

/** Words that must stand next to each other: usually one word, several for `spring-boot` or for a phrase in quotes. */
export interface Term {
  words: string[];
  /** A phrase in quotes. */
  quoted: boolean;
  /** The last word may be incomplete, because it is still being typed. */
  typing: boolean;
}

/** Most words of one search; the others are ignored. */
const MAX_WORDS = 16;

/** Quotes of keyboards and of word processors; an unclosed one ends with the text. */
const PART = /["“”„«»]([^"“”„«»]*)(["“”„«»]|$)|[^\s"“”„«»]+/g;

/** The terms of a search text. Characters other than quotes have no special meaning. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let left = MAX_WORDS;
  for (const [part, phrase, closing] of text.matchAll(PART)) {
    const words = searchWords(phrase ?? part).slice(0, left);
    left -= words.length;
    if (words.length > 0)
      terms.push({ words, quoted: phrase !== undefined, typing: phrase === undefined || closing === '' });
  }
  return terms.map((term, index) => ({ ...term, typing: term.typing && index === terms.length - 1 }));
}

/** The search text with these terms. */
export function textOf(terms: readonly Term[]): string {
  return terms.map(({ words, quoted }) => (quoted ? `"${words.join(' ')}"` : words.join(' '))).join(' ');
}
