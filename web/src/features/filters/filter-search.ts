import { type Selection, toggleOption } from '@academy/contract/rules/filters';
import { normaliseOption } from '@academy/contract/rules/option-names';

/** What a list is narrowed down to; the address holds it. */
export interface ListFilters {
  selection: Selection;
  text: string;
}

/** Reads filters from the query of the address: `?topic=a&topic=b&level=c&q=words`. */
export function filtersOf(search: URLSearchParams, categories: readonly string[]): ListFilters {
  const selection: Record<string, string[]> = {};
  for (const name of categories) {
    const options = [...new Set(search.getAll(name).map(normaliseOption).filter(Boolean))];
    if (options.length > 0) selection[name] = options;
  }
  return { selection, text: search.get('q') ?? '' };
}

/** The same as values for a link builder; what is empty is left out. */
export function searchOf({ selection, text }: ListFilters): Record<string, string | readonly string[]> {
  const trimmed = text.trim();
  return trimmed === '' ? { ...selection } : { ...selection, q: trimmed };
}

/** The filters after one option was switched on or off. */
export function withToggled(filters: ListFilters, category: string, option: string): ListFilters {
  return { ...filters, selection: toggleOption(filters.selection, category, option) };
}

/** How many options are chosen. */
export function chosenCount(selection: Selection): number {
  return Object.values(selection).reduce((sum, options) => sum + options.length, 0);
}
