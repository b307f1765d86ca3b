import type { Call } from '@academy/contract/call';
import { USUAL_PAGE_SIZE } from '@academy/contract/constants';
import {
  type Filterable,
  filterOf,
  OWN_CATEGORIES,
  type OwnState,
  progressOption,
  type Sortable,
  sorted,
} from '@academy/contract/rules/filters';
import { useMemo, useState } from 'react';
import { type Listing, useListRead } from '../../api/list-reads.ts';
import { useListRefetch } from '../../api/list-refetch.ts';
import { knownFilters, type ListFilters, NO_FILTERS } from '../../list-views/list-filters.ts';
import { type CachedOverlay, hasFavorite, type Overlay } from '../../overlay/overlay.ts';
import { useSession } from '../../sign-in/session.ts';
import { PROGRESS_OPTIONS } from './option-title.ts';

/** The learner's state in a list, from their overlay. */
export interface LearnerState<Item> {
  favoriteCount: number;
  /** Of the entries that the learner touched. */
  states: readonly OwnState[];
  merge(item: Item): Item;
}

/** The learner's favorites and states in a list, without unlisted entries. */
export function listedOnly(overlay: CachedOverlay): Pick<LearnerState<never>, 'favoriteCount' | 'states'> {
  const lines = Object.entries(overlay.items);
  const unlisted = lines.filter(([id, line]) => line.unlisted && hasFavorite(overlay, id));
  return {
    favoriteCount: overlay.favoriteCount - unlisted.length,
    states: lines.flatMap(([, line]) => (line.unlisted ? [] : [line])),
  };
}

/** The learner's state in a list; null until the overlay is loaded. @param merge memoised by the caller */
export function useLearnerState<Item>(
  overlay: Overlay | null,
  merge: (item: Item, overlay: Overlay) => Item,
): LearnerState<Item> | null {
  return useMemo(
    () =>
      overlay && {
        ...listedOnly(overlay),
        merge: (item: Item) => merge(item, overlay),
      },
    [overlay, merge],
  );
}

export type ListEntry = Filterable & Sortable & OwnState;

/** How entries of a list are compared. */
export interface Comparable<Item> {
  idOf(item: Item): string;
  entryOf(item: Item): ListEntry;
}

/**
 * A list with filters applied. A small list is loaded whole and filtered in the browser; a long one is filtered and paged
 * by the server.
 */
export function useList<Item, C extends Call>(
  listing: Listing<Item, C>,
  { idOf, entryOf }: Comparable<Item>,
  requested: ListFilters,
  learner: LearnerState<Item> | null,
) {
  const isSignedIn = useSession().status !== 'signed-out';
  const first = useListRead(listing, NO_FILTERS);
  const isLong = first.total !== null;
  const known = useMemo(() => knownFilters(requested, first.categories, true), [requested, first.categories]);
  const usesLearnerState = 'progress' in known.selection || 'favorite' in known.selection;
  // Visitors have no state of their own to filter by; for learners the list waits until it is loaded.
  const filters = useMemo(
    () => (learner === null ? knownFilters(known, first.categories, false) : known),
    [learner, known, first.categories],
  );
  const shown = useListRead(listing, isLong ? filters : NO_FILTERS);
  useListRefetch(listing, filters, isLong && usesLearnerState && learner !== null);
  const items = useMemo(
    () => (learner === null ? shown.items : shown.items.map(learner.merge)),
    [shown.items, learner],
  );
  const matching = useMemo(() => {
    if (isLong) return () => items;
    const entries = items.map((item) => ({ ...entryOf(item), item }));
    return ({ selection, text, sort }: ListFilters, alsoKept?: ReadonlySet<string>) => {
      const { favorite, ...others } = selection;
      const fits = filterOf(selection, text);
      const fitsBesides = filterOf(others, text);
      const isKept = (item: Item) => favorite !== undefined && alsoKept?.has(idOf(item)) === true;
      return sorted(entries, sort ?? undefined)
        .filter((entry) => fits(entry) || (isKept(entry.item) && fitsBesides(entry)))
        .map(({ item }) => item);
    };
  }, [isLong, items, entryOf, idOf]);

  // An entry that is removed from favorites stays until the filters change: the list must not jump under the pointer.
  const [kept, setKept] = useState<{ of: ListFilters; ids: ReadonlySet<string> } | null>(null);
  const alsoKept = kept?.of === filters ? kept.ids : undefined;
  const found = useMemo(() => matching(filters, alsoKept), [matching, filters, alsoKept]);
  if ('favorite' in filters.selection && kept?.of !== filters) setKept({ of: filters, ids: new Set(found.map(idOf)) });

  const total = isLong ? (shown.total ?? found.length) : found.length;
  return {
    /** The entries to show. */
    found,
    /** How many fit, on all pages. */
    total,
    /** How many there are. */
    all: first.total ?? items.length,
    pages: isLong ? Math.ceil(total / USUAL_PAGE_SIZE) : 1,
    known,
    filters,
    /** The public categories. A learner's reply contains their own as well, with the counts of that moment. */
    categories: first.categories.filter(({ categoryName }) => !OWN_CATEGORIES.includes(categoryName)),
    /** The learner's own numbers; null while they are not known. */
    progress:
      learner === null
        ? null
        : progressCounts(isLong ? learner.states : items.map(entryOf), first.total ?? items.length),
    favoriteCount: learner?.favoriteCount ?? null,
    isSignedIn,
    /** The choice needs the learner's own state, which is still loading. */
    isWaiting: usesLearnerState && learner === null && isSignedIn,
    /** How many entries other filters would find; null where only the server knows. */
    countOf: (other: ListFilters) => (isLong ? null : matching(other).length),
  };
}

function progressCounts(states: readonly OwnState[], all: number) {
  const options = states.map(progressOption);
  const count = (name: string) => options.filter((option) => option === name).length;
  const touched = count('in-progress') + count('completed');
  return PROGRESS_OPTIONS.map((name) => ({
    name,
    count: name === 'not-started' ? Math.max(0, all - touched) : count(name),
  }));
}
