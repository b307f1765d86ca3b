import { normaliseOption } from './option-names.ts';

/** What a list entry offers to the filters. */
export interface Filterable {
  title: string;
  description: string;
  topic: readonly string[];
  level: string | null;
  progressStatus?: string | null;
  isFavorite?: boolean;
  type?: string;
}

/** Chosen options by category name. A category without options is dropped. */
export type Selection = Readonly<Record<string, readonly string[]>>;

/** Adds or removes one option; a category that ends up empty is dropped (specification 4). */
export function toggleOption(selection: Selection, category: string, option: string): Selection {
  const chosen = selection[category] ?? [];
  const name = normaliseOption(option);
  const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
  const { [category]: _dropped, ...rest } = selection;
  return next.length === 0 ? rest : { ...rest, [category]: next };
}

/**
 * AND across categories, OR within one, without regard to case (specification 5). Categories: topic, level, type,
 * progress, favorite. An empty selection and an empty text match everything.
 */
export function matchesFilters(entry: Filterable, selection: Selection, text = ''): boolean {
  for (const [category, options] of Object.entries(selection)) {
    if (options.length === 0) continue;
    const own = optionsOf(entry, category);
    if (!options.some((option) => own.includes(normaliseOption(option)))) return false;
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const searched = `${entry.title} ${entry.description} ${entry.topic.join(' ')}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

function optionsOf(entry: Filterable, category: string): string[] {
  switch (category) {
    case 'topic':
      return entry.topic.map(normaliseOption);
    case 'level':
      return entry.level === null ? [] : [normaliseOption(entry.level)];
    case 'type':
      return entry.type === undefined ? [] : [normaliseOption(entry.type)];
    case 'progress':
      return [normaliseOption(entry.progressStatus ?? 'Not Started')];
    case 'favorite':
      return [entry.isFavorite ? 'favorite' : 'other'];
    default:
      return [];
  }
}
