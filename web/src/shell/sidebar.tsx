import type { TenantLink } from '@academy/contract/tenants';
import { useEffect } from 'react';
import { useAreas } from '../api/people.ts';
import { useTenant } from '../lib/runtime.tsx';
import { useStore } from '../lib/store.ts';
import { useLocation } from '../navigation/location.tsx';
import { useSession } from '../sign-in/session.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { isActiveEntry } from './active-entry.ts';
import { entryHref } from './entry-href.ts';
import { EntryIcon } from './entry-icons.tsx';
import { shellTexts } from './shell-texts.ts';
import css from './sidebar.module.css';
import { sidebarGroups } from './sidebar-entries.ts';
import { SIDEBAR_ID, sidebarOpen } from './sidebar-open.ts';

const close = () => sidebarOpen.set(false);

/** The rail at the left: icons with tooltips while collapsed, icons with titles while open; the mobile menu, too. */
export function Sidebar() {
  const { navigation } = useTenant();
  const { path } = useLocation();
  const open = useStore(sidebarOpen);
  const viewer = { signedIn: useSession().isAuthenticated, areas: useAreas() };
  useEffect(() => {
    if (!open) return;
    // Wherever the focus is: the button that opened it is in the header.
    const press = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);
  return (
    // A click beside the open menu puts it away, as Escape does.
    <div
      className={`${css.sidebar} ${open ? css.open : ''} no-print`}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by the keyboard is a click, too */}
      <nav
        id={SIDEBAR_ID}
        className={css.panel}
        aria-label={shellTexts.sidebar}
        // A link to a place on this page, or to this page itself, is no change of route.
        onClick={({ target }) => target instanceof Element && target.closest('a') !== null && close()}
      >
        {sidebarGroups(navigation, viewer).map((group) => (
          <ul key={group.title} className={css.group} aria-label={group.title}>
            {group.entries.map((entry) => (
              <li key={entry.href}>
                <Entry entry={entry} open={open} active={isActiveEntry(entry.href, path)} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}

function Entry({ entry, open, active }: { entry: TenantLink; open: boolean; active: boolean }) {
  const link = (
    <a
      className={css.entry}
      href={entryHref(entry)}
      aria-current={active ? 'page' : undefined}
      aria-label={open ? undefined : entry.title}
    >
      <EntryIcon href={entry.href} />
      {open && entry.title}
    </a>
  );
  return open ? (
    link
  ) : (
    <Tooltip text={entry.title} side="right">
      {link}
    </Tooltip>
  );
}
