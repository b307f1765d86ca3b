import { listGuides } from '@academy/contract/guides';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { overlayRules, useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

/** Guides on one page of the list. */
export const GUIDES_PER_PAGE = 24;

/** What the list of guides is narrowed down to; `page` counts from 1. */
export interface GuidesWanted {
  /** Options by category: topic, level, type. */
  selection: Readonly<Record<string, readonly string[]>>;
  text: string;
  page: number;
}

const guidesInput = ({ selection, text, page }: GuidesWanted) => ({
  query: {
    ...(text === '' ? {} : { q: text }),
    ...Object.fromEntries(Object.entries(selection).map(([name, options]) => [name, [...options]])),
    pageNumber: page - 1,
    pageSize: GUIDES_PER_PAGE,
  },
});

/** One page of the guides that were asked for, how many there are, and the filter categories of all guides. */
export function useGuides(wanted: GuidesWanted) {
  const { guides, categories, totalElements } = useRead(listGuides, guidesInput(wanted));
  const overlay = useOverlay('guides');
  return useMemo(
    () => ({
      guides: overlay === null ? guides : guides.map((item) => overlayRules().mergeGuideItem(item, overlay)),
      categories,
      total: totalElements ?? guides.length,
    }),
    [guides, categories, totalElements, overlay],
  );
}
export const prefetchGuides = (client: QueryClient, wanted: GuidesWanted) =>
  prefetchRead(client, listGuides, guidesInput(wanted));
export const cachedGuides = (client: QueryClient, wanted: GuidesWanted) =>
  cachedRead(client, listGuides, guidesInput(wanted));
