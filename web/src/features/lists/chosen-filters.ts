import type { Category } from '@academy/contract/entities';
import { toggleOption } from '@academy/contract/rules/filters';
import type { ListFilters } from '../../list-views/list-filters.ts';
import { listTexts } from './list-texts.ts';
import { optionTitle } from './option-title.ts';

/** One thing that a list is narrowed down by; `category` is null for the search text. */
export interface ChosenFilter {
  category: string | null;
  option: string;
  title: string;
}

/** The filters as values for a link builder; what is empty is left out. */
export function searchOf({ selection, text, sort, page }: ListFilters): Record<string, string | readonly string[]> {
  const trimmed = text.trim();
  return {
    ...selection,
    ...(trimmed === '' ? {} : { q: trimmed }),
    ...(sort === null ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
  };
}

/** The filters after one option was switched on or off: another list, so it starts at its first page. */
export function withToggled(filters: ListFilters, category: string, option: string): ListFilters {
  return { ...filters, selection: toggleOption(filters.selection, category, option), page: 1 };
}

/** The chosen filters, in words. */
export function chosenOf({ selection, text }: ListFilters, categories: readonly Category[]): ChosenFilter[] {
  const titleOf = (category: string, option: string) => {
    const options = categories.find((one) => one.categoryName === category)?.options;
    return optionTitle(category, option, options?.find(({ name }) => name === option)?.title);
  };
  const options = Object.entries(selection).flatMap(([category, names]) =>
    names.map((option) => ({ category, option, title: titleOf(category, option) })),
  );
  const words = text.trim();
  const order = ['type', 'level', 'topic', 'progress', 'favorite'];
  options.sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category));
  return words === '' ? options : [...options, { category: null, option: words, title: listTexts.words({ words }) }];
}

/** The filters without one of those that are chosen. */
export function withoutOption(filters: ListFilters, { category, option }: ChosenFilter): ListFilters {
  return category === null ? { ...filters, text: '', page: 1 } : withToggled(filters, category, option);
}
