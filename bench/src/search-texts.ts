import type { SearchEntry } from '@academy/content/built-item';
import { searchWords } from '@academy/contract/rules/search-words';

/** Words of one lesson's text, about as many as in a real academy. */
const WORDS_PER_LESSON = 450;
/** Rare words, such as names of classes and commands. */
const OWN_WORDS_PER_LESSON = 5;
const LESSONS_PER_OWN_WORD = 3;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Pseudo-random numbers from 0 to below 1, the same in every run (xorshift). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Odd and not divisible by 5, so that it spreads numbers without making two of them equal. */
const SPREAD = 1_047_297;
const OWN_WORDS = 20 ** 5;

/** A made-up word of five syllables, another one for each number below 3.2 million. */
function ownWord(number: number): string {
  const spread = (number * SPREAD) % OWN_WORDS;
  return [1, 20, 400, 8_000, 160_000].map((place) => SYLLABLES[Math.floor(spread / place) % 20]).join('');
}

/**
 * Search entries of lessons whose texts are cut from the given ones: common words stay common, and rare ones are added.
 */
export function lessonsFrom(texts: readonly string[], count: number): SearchEntry[] {
  const words = texts.join(' ').split(/\s+/);
  const roll = dice(20_26);
  const cut = (length: number) => {
    const from = Math.floor(roll() * Math.max(1, words.length - length));
    return words.slice(from, from + length).join(' ');
  };
  return Array.from({ length: count }, (_, index): SearchEntry => {
    const own = Array.from({ length: OWN_WORDS_PER_LESSON }, (_unused, place) =>
      ownWord(Math.floor((index * OWN_WORDS_PER_LESSON + place) / LESSONS_PER_OWN_WORD)),
    );
    return {
      kind: 'lesson',
      id: `bench-search-${index}`,
      path: `/courses/bench-search/lessons/${index}`,
      title: cut(4),
      headings: [cut(3), cut(4), cut(3)].join('\n'),
      summary: cut(25),
      text: [cut(WORDS_PER_LESSON / 3), own.join(' '), cut(WORDS_PER_LESSON / 3), cut(WORDS_PER_LESSON / 3)].join(' '),
      entitlements: index % 5 === 0 ? ['pro'] : [],
      listed: true,
    };
  });
}

/** Search texts, in equal parts: the beginning of a word, two words, a misspelt one, a rare one, a common one. */
export function searchTexts(entries: readonly SearchEntry[], count: number): string[] {
  const roll = dice(31_337);
  const counts = new Map<string, number>();
  for (const { title, headings, text } of entries)
    for (const word of new Set(searchWords(`${title} ${headings} ${text}`)))
      if (/^[a-z]{4,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const rare = byCount.filter((word) => (counts.get(word) ?? 0) < 10);
  const common = byCount.slice(0, 100);
  const usual = byCount.slice(0, byCount.length - rare.length);
  const one = (of: readonly string[]) => of[Math.floor(roll() * of.length)] ?? '';
  const misspelt = (word: string) => {
    const at = 1 + Math.floor(roll() * (word.length - 2));
    return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  };
  const kinds = [
    () => one(usual).slice(0, 3 + Math.floor(roll() * 3)),
    () => `${one(usual)} ${one(usual)}`,
    () => misspelt(one(usual)),
    () => one(rare),
    () => one(common),
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? '');
}
