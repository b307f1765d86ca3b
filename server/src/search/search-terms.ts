import { searchWords } from '@academy/contract/rules/search-words';

/** Words that are to stand next to each other: one word mostly, several of `spring-boot` or of a phrase in quotes. */
export interface Term {
  words: string[];
  /** A phrase in quotes. */
  quoted: boolean;
  /** The last word may be the beginning of one: somebody is still typing it. */
  typing: boolean;
}

/** Words of one search; further ones are left out. */
const MOST_WORDS = 16;

/** Quotes of keyboards and of text programs; one that is not closed ends with the text. */
const PART = /["“”„«»]([^"“”„«»]*)(["“”„«»]|$)|[^\s"“”„«»]+/g;

/** What a search text asks for. Signs have no meaning besides the quotes. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let left = MOST_WORDS;
  for (const [part, phrase, closing] of text.matchAll(PART)) {
    const words = searchWords(phrase ?? part).slice(0, left);
    left -= words.length;
    if (words.length > 0)
      terms.push({ words, quoted: phrase !== undefined, typing: phrase === undefined || closing === '' });
  }
  return terms.map((term, index) => ({ ...term, typing: term.typing && index === terms.length - 1 }));
}

/** The text that asks for these terms. */
export function textOf(terms: readonly Term[]): string {
  return terms.map(({ words, quoted }) => (quoted ? `"${words.join(' ')}"` : words.join(' '))).join(' ');
}
