import type { Category } from '@academy/contract/entities';
import { type OwnState, progressOption } from '@academy/contract/rules/filters';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';

/** The fields of a list entry that categories count. */
interface Categorised {
  topic: string[];
  level: string | null;
  type?: string;
}

/** Names of topics by slug; without inherited keys, because slugs come from authors. */
export type TopicNames = Readonly<Record<string, string>>;

const LEVELS = ['beginner', 'intermediate', 'advanced'];
const NO_NAMES: TopicNames = Object.create(null);

/** The filter categories of a list with their counts over the whole list; entries with a type get one more category. */
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

const PROGRESS = ['Not Started', 'In Progress', 'Completed'];

/**
 * The categories with the learner's own: how many of the listed entries are favorites, and how many have which
 * progress.
 */
export function withOwn(categories: Category[], states: readonly OwnState[]): Category[] {
  const counts = new Map<string, number>();
  for (const { progressStatus } of states) {
    const status = progressStatus ?? 'Not Started';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const options = PROGRESS.map((title) => ({
    name: progressOption({ progressStatus: title }),
    title,
    count: counts.get(title) ?? 0,
  }));
  return categories.flatMap((one): Category[] =>
    one.categoryName === 'favorite'
      ? [
          { categoryName: 'progress', title: 'Progress', options },
          { ...one, count: states.filter(({ isFavorite }) => isFavorite).length },
        ]
      : [one],
  );
}
