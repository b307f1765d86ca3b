import { SUBMENU_HOVER_DELAY_MS } from '@academy/contract/constants';
import type { TenantLink } from '@academy/contract/tenants';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useTenant } from '../lib/runtime.tsx';
import { useLocation } from '../navigation/location.tsx';
import { useIsReady } from '../ui/ready.tsx';
import { isActiveEntry } from './active-entry.ts';
import { entryHref } from './entry-href.ts';
import header from './header.module.css';
import css from './main-navigation.module.css';
import { shellTexts } from './shell-texts.ts';

/** The main navigation of the header. Entries with children carry a button that opens them below. */
export function MainNavigation() {
  const { path } = useLocation();
  return (
    <nav className={`${header.nav} ${css.nav}`} aria-label={shellTexts.mainNavigation}>
      {useTenant().navigation.map((entry) => {
        const link = (
          <a
            key={entry.href}
            href={entryHref(entry)}
            aria-current={isActiveEntry(entry.href, path) ? 'page' : undefined}
          >
            {entry.title}
          </a>
        );
        return entry.children === undefined ? (
          link
        ) : (
          <WithSubmenu key={entry.href} title={entry.title} entries={entry.children}>
            {link}
          </WithSubmenu>
        );
      })}
    </nav>
  );
}

interface WithSubmenuProps {
  title: string;
  entries: readonly TenantLink[];
  /** The link above the submenu. */
  children: ReactElement;
}

/**
 * The link leads to its page; the button beside it opens the submenu at once, as the down arrow does, and so does a
 * pointer that rests on either for a while. Escape, a click elsewhere, and leaving by pointer or by focus close it.
 */
function WithSubmenu({ title, entries, children }: WithSubmenuProps) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const focusFirst = useRef(false);
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    if (focusFirst.current) whole.current?.querySelector<HTMLElement>('ul a')?.focus();
    focusFirst.current = false;
    const press = (event: PointerEvent) => !whole.current?.contains(event.target as Node) && setOpen(false);
    // Wherever the focus is: a pointer may have opened it.
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const list = whole.current?.querySelector('ul');
      if (list?.contains(document.activeElement)) whole.current?.querySelector('button')?.focus();
      setOpen(false);
    };
    addEventListener('pointerdown', press);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', key);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...(whole.current?.querySelectorAll<HTMLElement>('ul a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (!open && step < 0) return;
    event.preventDefault();
    focusFirst.current = !open;
    show(true);
    links[(at + step + links.length) % links.length]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its link and its button do
    <div
      ref={whole}
      onPointerEnter={({ pointerType }) => {
        // Fingers do not hover.
        if (pointerType === 'mouse') timer.current = setTimeout(() => setOpen(true), SUBMENU_HOVER_DELAY_MS);
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && show(false)}
      onBlur={({ relatedTarget }) => relatedTarget !== null && !whole.current?.contains(relatedTarget) && show(false)}
      // Following a link cancels the pending submenu.
      onClick={({ target }) => (target as Element).closest('a') !== null && show(false)}
      onKeyDown={onKeyDown}
    >
      {children}
      <button
        type="button"
        aria-label={shellTexts.moreIn({ title })}
        aria-expanded={open}
        aria-controls={id}
        disabled={!useIsReady()}
        onClick={() => show(!open)}
      >
        <svg className="lucide" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="m5 7 3 3 3-3" />
        </svg>
      </button>
      {open && (
        <ul id={id} className={css.submenu}>
          {entries.map((entry) => (
            <li key={entry.href}>
              <a href={entryHref(entry)}>{entry.title}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
