import type { ListSort } from '../entities.ts';
import { normaliseOption } from './option-names.ts';

/** Fields of a list entry that filters use. */
export interface Filterable {
  title: string;
  description: string;
  topic: readonly string[];
  level: string | null;
  type?: string;
}

/** The learner's own state of an entry. */
export interface OwnState {
  progressStatus?: string | null;
  isFavorite?: boolean;
}

/** Chosen options by category name. A category without options is dropped. */
export type Selection = Readonly<Record<string, readonly string[]>>;

/** Categories that depend on the viewer. */
export const OWN_CATEGORIES: readonly string[] = ['progress', 'favorite'];

/** Adds or removes one option; a category that ends up empty is dropped. */
export function toggleOption(selection: Selection, category: string, option: string): Selection {
  const chosen = selection[category] ?? [];
  const name = normaliseOption(option);
  const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
  const { [category]: _dropped, ...rest } = selection;
  return next.length === 0 ? rest : { ...rest, [category]: next };
}

/** An entry prepared for comparison; done once, because long lists are filtered again and again. */
interface Prepared {
  text: string;
  options: ReadonlyMap<string, readonly string[]>;
}
const prepared = new WeakMap<Filterable, Prepared>();

function prepare(entry: Filterable): Prepared {
  const known = prepared.get(entry);
  if (known !== undefined) return known;
  const { title, description, topic, level, type } = entry;
  const made = {
    text: `${title} ${description} ${topic.join(' ')}`.toLowerCase(),
    options: new Map([
      ['topic', topic.map(normaliseOption)],
      ['level', level === null ? [] : [normaliseOption(level)]],
      ['type', type === undefined ? [] : [normaliseOption(type)]],
    ]),
  };
  prepared.set(entry, made);
  return made;
}

const NOTHING: readonly string[] = [];

/**
 * AND across categories, OR within one, without regard to case. Categories: topic, level, type, progress, favorite. An
 * empty selection and an empty text match everything.
 * @param own the learner's state where the entry itself does not contain it
 */
export function matchesFilters<Entry extends Filterable & OwnState>(
  entry: Entry,
  selection: Selection,
  text = '',
  own: OwnState = entry,
): boolean {
  return filterOf(selection, text)(entry, own);
}

/** The same as a function for many entries. */
export function filterOf(selection: Selection, text = ''): (entry: Filterable & OwnState, own?: OwnState) => boolean {
  const wanted = Object.entries(selection)
    .filter(([, options]) => options.length > 0)
    .map(([category, options]) => [category, options.map(normaliseOption)] as const);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (entry, own = entry) => {
    const { text: searched, options } = prepare(entry);
    return (
      wanted.every(([category, names]) => {
        const has =
          category === 'progress'
            ? [progressOption(own)]
            : category === 'favorite'
              ? [String(own.isFavorite === true)]
              : (options.get(category) ?? NOTHING);
        return names.some((name) => has.includes(name));
      }) && words.every((word) => searched.includes(word))
    );
  };
}

/** The option of the progress category: not-started, in-progress, completed. */
export const progressOption = ({ progressStatus }: OwnState): string =>
  normaliseOption(progressStatus ?? 'Not Started');

/** Fields of a list entry that orders use. */
export interface Sortable {
  title: string;
  publishedAt: string;
  duration: number;
}

let collator: Intl.Collator | null = null;
/** The collator is created on first use, because that takes a phone 50 ms. */
function byTitle(a: Sortable, b: Sortable): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a.title, b.title);
}

const ORDERS: Readonly<Record<ListSort, (a: Sortable, b: Sortable) => number>> = {
  title: byTitle,
  newest: (a, b) => (a.publishedAt < b.publishedAt ? 1 : a.publishedAt > b.publishedAt ? -1 : 0),
  // Entries without a duration come last.
  shortest: (a, b) => (a.duration || Number.MAX_VALUE) - (b.duration || Number.MAX_VALUE),
};

/** The entries in this order; equal ones, and all without an order, stay as they were. */
export function sorted<Entry extends Sortable>(entries: readonly Entry[], sort?: ListSort): readonly Entry[] {
  return sort === undefined ? entries : [...entries].sort(ORDERS[sort]);
}
