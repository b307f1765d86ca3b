import { useLayoutEffect, useRef, useState } from 'react';
import type { ListFilters } from '../../list-views/list-filters.ts';
import { navigate } from '../../navigation/location.tsx';
import { searchOf } from './chosen-filters.ts';

interface ChosenFilters {
  /** The filters that the controls show: the last choice at once, before the list has followed. */
  current: ListFilters;
  /** The last choice, for changes that come before the next render. */
  latest: () => ListFilters;
  /** Puts a choice into the address, which the list follows. */
  choose: (filters: ListFilters) => void;
}

/**
 * The filters of a list, kept in the address.
 *
 * @param known the filters of the present address, as far as the list has them
 */
export function useChosenFilters(
  known: ListFilters,
  search: URLSearchParams,
  urlOf: (values: Readonly<Record<string, string | readonly string[]>>) => string,
): ChosenFilters {
  const [choice, setChoice] = useState<{ filters: ListFilters; before: URLSearchParams } | null>(null);
  // The chosen filters are shown at once; a long list follows when the server has answered.
  const current = choice !== null && choice.before === search ? choice.filters : known;
  // Several choices may come before the next render: each one adds to those before.
  const latest = useRef(current);
  latest.current = current;
  const path = useRef<string | null>(null);
  // Registered before the effect that applies choices from before hydration.
  useLayoutEffect(() => {
    path.current = location.pathname;
  }, []);
  return {
    current,
    latest: () => latest.current,
    choose(filters) {
      // Search is debounced: the reader may have left the screen meanwhile.
      if (location.pathname !== path.current) return;
      latest.current = filters;
      setChoice({ filters, before: search });
      navigate(urlOf(searchOf(filters)), { replace: true });
    },
  };
}
