import type { Category } from '@academy/contract/entities';
import { matchesFilters } from '@academy/contract/rules/filters';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';

/** What a list entry offers to the filters. */
interface Categorised {
  title: string;
  description: string;
  topic: string[];
  level: string | null;
  type?: string;
}

/** Names of topics by slug; without inherited keys, because slugs come from authors. */
export type TopicNames = Readonly<Record<string, string>>;

const LEVELS = ['beginner', 'intermediate', 'advanced'];
const NO_NAMES: TopicNames = Object.create(null);

/** The filter categories of a list with their counts over the whole of it; entries with a type get one more. */
export function categoriesOf(items: readonly Categorised[], topicNames: TopicNames): Category[] {
  const count = (values: (item: Categorised) => string[], names: TopicNames) => {
    const counts = new Map<string, number>();
    for (const item of items)
      for (const value of new Set(values(item).map(normaliseOption))) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([name, amount]) => ({ name, title: titleOfOption(name, names), count: amount }));
  };
  const rank = (name: string) => (LEVELS.includes(name) ? LEVELS.indexOf(name) : LEVELS.length);
  const types = count((item) => (item.type === undefined ? [] : [item.type]), NO_NAMES);
  const levels = count((item) => (item.level === null ? [] : [item.level]), NO_NAMES);
  const topics = count((item) => item.topic, topicNames);
  levels.sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name, 'en'));
  for (const options of [types, topics]) options.sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return [
    ...(types.length === 0 ? [] : [{ categoryName: 'type' as const, title: 'Type', options: types }]),
    { categoryName: 'level', title: 'Level', options: levels },
    { categoryName: 'topic', title: 'Topic', options: topics },
    { categoryName: 'favorite', title: 'Favorites', count: 0 },
  ];
}

/** The categories with the learner's own number of favourites. */
export function withFavorites(categories: Category[], count: number): Category[] {
  return categories.map((one) => (one.categoryName === 'favorite' ? { ...one, count } : one));
}

export interface ListQuery {
  q?: string | undefined;
  topic?: string[] | undefined;
  level?: string[] | undefined;
  type?: string[] | undefined;
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
}

const USUAL_PAGE = 24;

/** The part of a list that a query asks for; the total goes with it when the list was narrowed or paged. */
export function narrowed<Item extends Categorised>(
  items: Item[],
  query: ListQuery,
): { items: Item[]; total: { totalElements?: number } } {
  const { q, topic, level, type } = query;
  const isNarrowed = [q, topic, level, type].some((one) => one !== undefined);
  const selection = { topic: topic ?? [], level: level ?? [], type: type ?? [] };
  const chosen = isNarrowed ? items.filter((item) => matchesFilters(item, selection, q)) : items;
  if (query.pageSize === undefined && query.pageNumber === undefined)
    return { items: chosen, total: isNarrowed ? { totalElements: chosen.length } : {} };
  const size = query.pageSize ?? USUAL_PAGE;
  const from = (query.pageNumber ?? 0) * size;
  return { items: chosen.slice(from, from + size), total: { totalElements: chosen.length } };
}
