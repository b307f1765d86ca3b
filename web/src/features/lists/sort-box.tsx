import type { ListSort } from '@academy/contract/entities';
import { useEffect, useRef } from 'react';

const TITLES: Readonly<Record<ListSort, string>> = {
  title: 'Title',
  newest: 'Newest first',
  shortest: 'Shortest first',
};

interface SortBoxProps {
  sorts: readonly ListSort[];
  /** Null: the order of the catalogue. */
  sort: ListSort | null;
  onChange: (sort: ListSort | null) => void;
}

/** Chooses the order of a list. */
export function SortBox({ sorts, sort, onChange }: SortBoxProps) {
  const field = useRef<HTMLSelectElement>(null);
  const choose = (value: string) => onChange(sorts.find((one) => one === value) ?? null);
  // The control may have been used before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what happened before
  useEffect(() => {
    const early = field.current?.value ?? '';
    if (early !== (sort ?? '')) choose(early);
  }, []);
  return (
    <label>
      <span>Sort by</span>
      <select ref={field} aria-label="Sort by" value={sort ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">Recommended</option>
        {sorts.map((one) => (
          <option key={one} value={one}>
            {TITLES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
