import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './menu.module.css';
import { NEW_TAB, NewTab } from './new-tab.tsx';

export interface MenuItem {
  title: string;
  icon?: ReactNode;
  href?: string;
  /** Opens in a new tab. */
  external?: boolean;
  onSelect?: (event: MouseEvent) => void;
  /** Makes the entry one of a group of which exactly one is chosen. */
  chosen?: boolean;
}

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  look?: 'icon' | 'quiet';
  className?: string | undefined;
  /** Shown above the entries. */
  title?: string;
  items: readonly MenuItem[];
}

/**
 * A button that opens a list of entries beside itself. The popover closes on Escape and on a click outside; arrow keys,
 * Home, End and the first letter move between entries.
 */
export function Menu({ label, button, look = 'icon', className, title, items }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  // Entries are rendered with the first opening: a page has several menus, and its content should not wait for them.
  const [used, setUsed] = useState(false);

  const entries = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const focusFirst = () => {
    if (!panel.current?.contains(document.activeElement)) entries()[0]?.focus();
  };
  // The browser can open the popover before hydration, without an event that reaches this code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and when the entries are there
  useEffect(() => {
    if (!panel.current?.matches(':popover-open')) return;
    setUsed(true);
    focusFirst();
  }, [used]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Tab') panel.current?.hidePopover();
    else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase();
      const later = [...all.slice(at + 1), ...all].find((one) => one.textContent?.toLowerCase().startsWith(letter));
      if (later) {
        event.preventDefault();
        later.focus();
      }
    }
  };

  return (
    <>
      <Button
        look={look}
        className={className}
        aria-haspopup="menu"
        popoverTarget={id}
        onKeyDown={(event) => {
          // The next key can come before the focus has moved.
          if (panel.current?.matches(':popover-open')) onKeyDown(event);
          else if (event.key === 'ArrowDown') {
            event.preventDefault();
            panel.current?.showPopover({ source: event.currentTarget });
            // Entries that are rendered with this opening exist by then.
            queueMicrotask(focusFirst);
          }
        }}
      >
        {button}
        <span className="sr-only">{label}</span>
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={css.panel}
        onBeforeToggle={() => setUsed(true)}
        onToggle={(event) => event.newState === 'open' && focusFirst()}
      >
        {title && <p className={css.title}>{title}</p>}
        <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {used &&
            items.map((item) => <Entry key={item.title} item={item} onDone={() => panel.current?.hidePopover()} />)}
        </div>
      </div>
    </>
  );
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const onClick = (event: MouseEvent) => {
    onDone();
    item.onSelect?.(event);
  };
  const inner = (
    <>
      {item.icon}
      <span>
        {item.title}
        {item.external && <NewTab />}
      </span>
      {item.chosen && <span aria-hidden="true">✓</span>}
    </>
  );
  if (item.href !== undefined) {
    return (
      <a
        className={css.item}
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        onClick={onClick}
        {...(item.external && NEW_TAB)}
      >
        {inner}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={css.item}
      tabIndex={-1}
      onClick={onClick}
      {...(item.chosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.chosen })}
    >
      {inner}
    </button>
  );
}
