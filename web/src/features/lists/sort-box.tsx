import type { ListSort } from '@academy/contract/entities';
import { useEffect, useRef } from 'react';
import { listTexts } from './list-texts.ts';

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
      <span>{listTexts.sortBy}</span>
      <select
        ref={field}
        aria-label={listTexts.sortBy}
        value={sort ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{listTexts.recommended}</option>
        {sorts.map((one) => (
          <option key={one} value={one}>
            {listTexts[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
