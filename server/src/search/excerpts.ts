import { folded, searchWords, WRITTEN_NAMES, WRITTEN_WORD } from '@academy/contract/rules/search-words';
import type { TextPart } from '@academy/contract/search';
import { MIN_LENGTH_BEFORE_PART, MIN_PART_LENGTH } from './entry-vectors.ts';
import type { Term } from './search-terms.ts';

/** A term with the stem of each of its words, from the database. */
export interface StemmedTerm extends Term {
  stems: string[];
  /** Also stands for words that end with it, or have it inside: in a language that writes words together. */
  inCompounds: boolean;
}

/** Length of an excerpt, characters. */
const LENGTH = 180;
/** Characters before the first hit. */
const BEFORE = 50;
/** Most letters that another form of a word has more than its stem: -ing, -able, -tions. */
const MAX_ENDING_LENGTH = 5;
/** Places of one term that are compared, and that have it. */
const MAX_PLACES = { compared: 300, found: 30 };
/** Characters of a text that are read to compare a term with it: several long words. */
const MAX_OF_TERM = 200;
const LETTER = /[\p{L}\p{N}]/u;

/** A text in parts, with the search terms marked. */
export function marked(text: string, terms: readonly StemmedTerm[]): TextPart[] {
  const words = writtenWords(text);
  const hits = words.map(() => false);
  for (const term of terms)
    for (let start = 0; start + term.words.length <= words.length; start += 1)
      if (standsAt(words, start, term)) hits.fill(true, start, start + term.words.length);
  return partsOf(text, words, hits);
}

interface WrittenWord {
  at: number;
  end: number;
  /** As search knows it. */
  word: string;
}

const writtenWords = (text: string): WrittenWord[] =>
  [...text.matchAll(WRITTEN_WORD)].map((match) => ({
    ...{ at: match.index, end: match.index + match[0].length },
    word: searchWords(match[0]).join(''),
  }));

const standsAt = (words: readonly WrittenWord[], start: number, term: StemmedTerm) =>
  term.words.every((_, index) => isForm(words[start + index]?.word ?? '', term, index));

/** Marked neighbours become one part, including the text between them. */
function partsOf(text: string, words: readonly { at: number; end: number }[], hits: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (piece: string, hit: boolean) => {
    if (piece !== '') parts.push({ text: piece, hit });
  };
  let done = 0;
  for (let index = 0; index < words.length; index += 1) {
    if (!hits[index]) continue;
    const first = words[index];
    while (hits[index + 1]) index += 1;
    const end = words[index]?.end ?? 0;
    add(text.slice(done, first?.at), false);
    add(text.slice(first?.at, end), true);
    done = end;
  }
  add(text.slice(done), false);
  return parts;
}

/** Whether a word of the text is the searched word, or another form of it. */
function isForm(word: string, term: StemmedTerm, index: number): boolean {
  const { words, typing, quoted, inCompounds } = term;
  const wanted = words[index] ?? '';
  if (word === wanted) return true;
  if (typing && index === words.length - 1 && word.startsWith(wanted)) return true;
  if (quoted) return false;
  const stem = stemOf(term, index);
  if (inCompounds && words.length === 1 && stem.length >= MIN_PART_LENGTH)
    return word.startsWith(stem) || word.includes(stem, MIN_LENGTH_BEFORE_PART);
  return stem.length > 2 && word.startsWith(stem) && word.length <= stem.length + MAX_ENDING_LENGTH;
}

/** The stem of `library` is `librari`. */
const stemOf = ({ words, stems }: StemmedTerm, index: number) => (stems[index] ?? words[index] ?? '').replace(/i$/, '');

/** The place of a text with most of the terms, with them marked; null when it has none of them. */
export function excerptOf(text: string, terms: readonly StemmedTerm[]): TextPart[] | null {
  const place = bestPlace(text, terms);
  if (place === null) return null;
  const parts = cut(text, place, terms);
  return parts.some(({ hit }) => hit) ? parts : null;
}

/** The beginning of a text without hits. */
export const beginningOf = (text: string): TextPart[] => cut(text, 0, []);

function cut(text: string, place: number, terms: readonly StemmedTerm[]): TextPart[] {
  const from = place <= BEFORE ? 0 : wordStart(text, place - BEFORE, place);
  const to = text.length <= from + LENGTH ? text.length : wordEnd(text, from + LENGTH);
  const parts = marked(text.slice(from, to).toWellFormed(), terms);
  if (from > 0) parts.unshift({ text: '… ', hit: false });
  if (to < text.length) parts.push({ text: ' …', hit: false });
  return parts;
}

/** The first start of a word from here on, but not after the place. */
function wordStart(text: string, from: number, place: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 || space >= place ? place : space + 1;
}

function wordEnd(text: string, to: number): number {
  const space = text.lastIndexOf(' ', to);
  return space > to - BEFORE ? space : to;
}

function bestPlace(text: string, terms: readonly StemmedTerm[]): number | null {
  const plain = sameLength(text);
  const places = terms.flatMap((term, index) => placesOf(plain, term).map((at) => ({ at, index })));
  places.sort((a, b) => a.at - b.at);
  let best: { at: number; count: number } | null = null;
  for (const [index, { at }] of places.entries()) {
    const seen = new Set<number>();
    for (let next = index; next < places.length; next += 1) {
      const place = places[next];
      if (place === undefined || place.at > at + LENGTH - BEFORE) break;
      seen.add(place.index);
    }
    if (best === null || seen.size > best.count) best = { at, count: seen.size };
  }
  return best?.at ?? null;
}

function beginningOfTerm(term: StemmedTerm): string {
  const [first = ''] = term.words;
  const stem = stemOf(term, 0);
  return !term.quoted && stem.length > 2 && first.startsWith(stem) ? stem : first;
}

/** Positions of words that begin a term. */
function placesOf(text: string, term: StemmedTerm): number[] {
  const beginning = beginningOfTerm(term);
  // Of a name such as `cplusplus` only the first letter is written.
  const written = WRITTEN_NAMES[beginning] ?? beginning;
  const places: number[] = [];
  // What folding writes with two letters stands in the text as one.
  for (const spelling of new Set([written, written.replaceAll('ss', 'ß')])) {
    let from = 0;
    for (let compared = 0; compared < MAX_PLACES.compared && places.length < MAX_PLACES.found; compared += 1) {
      const found = text.indexOf(spelling, from);
      if (found === -1) break;
      const at = term.inCompounds ? startOfWord(text, found) : found;
      const isStart = at === 0 || !LETTER.test(text[at - 1] ?? '') || !/[a-z0-9]/.test(beginning);
      if (isStart && standsAt(writtenWords(text.slice(at, found + MAX_OF_TERM)), 0, term)) places.push(at);
      from = found + spelling.length;
    }
  }
  return places;
}

function startOfWord(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_OF_TERM && LETTER.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

const plainSigns = new Map<string, string>();

/** The text folded character by character, so that positions stay the same. */
function sameLength(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return text;
  return lower.replace(/[\u0080-\uffff]/g, (sign) => {
    let plain = plainSigns.get(sign);
    if (plain === undefined) {
      const one = folded(sign);
      plain = one.length === 1 ? one : sign;
      if (plainSigns.size < 5_000) plainSigns.set(sign, plain);
    }
    return plain;
  });
}
