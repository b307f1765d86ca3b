import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard-texts.ts';

/** Entries that are shown at first. */
const FEW = 6;

interface ExpandableListProps<Item> {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  className: string | undefined;
  keyOf: (item: Item) => string;
  /** One entry, without the `li` around it. */
  show: (item: Item) => ReactNode;
}

/** A list that shows its first entries, and all of them on request. */
export function ExpandableList<Item>({ label, items, className, keyOf, show }: ExpandableListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  // The button is gone then: the first new entry gets the focus.
  useEffect(() => {
    if (all) list.current?.children[FEW]?.querySelector('a')?.focus();
  }, [all]);
  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {(all ? items : items.slice(0, FEW)).map((item) => (
          <li key={keyOf(item)}>{show(item)}</li>
        ))}
      </ul>
      {!all && items.length > FEW && (
        <Button className={css.more} onClick={() => setAll(true)}>
          {dashboardTexts.showAll({ count: items.length })}
        </Button>
      )}
    </>
  );
}
