import type { BuiltItem, SearchEntry } from '@academy/content/built-item';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { searchWords } from '@academy/contract/rules/search-words';
import type { FoundKind, SearchReads, SearchStore } from '../search/search.store.ts';
import type { Term } from '../search/search-terms.ts';

/**
 * Search in a folder: by whole words and their beginnings, without stems and corrections. Everything is open to its
 * author; unlisted content is not found, as in the academy.
 */
export function searchInMemory(itemsOf: (tenantId: string) => readonly BuiltItem[]): SearchStore {
  const reads: SearchReads = {
    async find(tenantId, { terms, allWords, kind, from, count }) {
      const groups = new Map<string, FoundKind & { best: number }>();
      for (const { item, entry, score } of hitsIn(itemsOf(tenantId), terms, allWords)) {
        const group = groups.get(entry.kind) ?? { kind: entry.kind, total: 0, hits: [], best: score };
        groups.set(entry.kind, group);
        group.total += 1;
        const isWanted = kind === null || (kind === entry.kind && group.total > from);
        if (!isWanted || group.hits.length === count) continue;
        const { id, path, title, summary, text } = entry;
        const parent = entry.kind === item.kind ? null : item.title;
        group.hits.push({ kind: entry.kind, id, path, title, summary, text, parent, entitlements: [] });
      }
      return {
        kinds: [...groups.values()].sort((a, b) => b.best - a.best),
        stems: terms.flatMap(({ words }) => words),
      };
    },
    known: async (_tenantId, words) => new Set(words),
    unknown: async () => [],
  };
  return { together: (read) => read(reads) };
}

function hitsIn(items: readonly BuiltItem[], terms: readonly Term[], allWords: boolean) {
  const isHit = (words: string) => terms[allWords ? 'every' : 'some']((term) => hasTerm(words, term));
  const asked = terms.flatMap((term) => term.words).join(' ');
  const scoreOf = (title: string) => (wordsOf(title).trim() === asked ? 2 : isHit(wordsOf(title)) ? 1 : 0);
  return items
    .flatMap((item) => entriesOf(item).map((entry) => ({ item, entry })))
    .filter(({ entry }) => entry.listed && isHit(wordsOf(entry.title, entry.headings, entry.summary, entry.text)))
    .map(({ item, entry }) => ({ item, entry, score: scoreOf(entry.title) }))
    .sort((a, b) => b.score - a.score);
}

/** Each page once, in the reader's language where it is translated. */
function entriesOf({ search, translations }: BuiltItem): SearchEntry[] {
  const own = translations?.[currentLanguage()]?.search ?? [];
  const isOwn = (entry: SearchEntry) => own.some(({ kind, id }) => kind === entry.kind && id === entry.id);
  return [...own, ...search.filter((entry) => !isOwn(entry))];
}

const wordsOf = (...texts: string[]) => ` ${texts.flatMap(searchWords).join(' ')} `;

/** @param words with a space before and after each word */
function hasTerm(words: string, term: Term): boolean {
  return words.includes(` ${term.words.join(' ')}${term.typing ? '' : ' '}`);
}
