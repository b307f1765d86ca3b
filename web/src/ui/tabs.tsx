import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import css from './tabs.module.css';

export interface Tab {
  key: string;
  title: string;
  /** Entries behind the tab, shown beside its title. */
  count?: number;
  panel: ReactNode;
}

interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab[];
  /** The tab that is open at first; otherwise the first one. */
  first?: string | undefined;
}

/**
 * Panels of which one is shown at a time. Tab enters the row at the open tab, the arrow keys, Home and End open others;
 * the next Tab leads into the panel.
 */
export function Tabs({ label, tabs, first }: TabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(first);
  const open = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  if (open === undefined) return null;

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.indexOf(open);
    // In a page that is written from right to left the next tab stands on the left.
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const step: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at - 1, Home: 0, End: tabs.length - 1 };
    step[forward] = at + 1;
    const wanted = step[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = tabs[(wanted + tabs.length) % tabs.length];
    if (next === undefined) return;
    setChosen(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };

  return (
    <>
      <div className={css.list} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className={css.tab}
            id={`${id}-${tab.key}`}
            aria-selected={tab === open}
            aria-controls={tab === open ? `${id}-panel` : undefined}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => setChosen(tab.key)}
          >
            {tab.title}
            {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open.key}`} tabIndex={-1}>
        {open.panel}
      </div>
    </>
  );
}
