import type { NavigationEntry } from '@academy/contract/tenants';
import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { Button } from '../ui/button.tsx';
import late from './header.late.module.css';
import css from './header.module.css';

const parts = () => import('./later-parts.tsx');
const Tooltip = lazyPart(async () => (await parts()).Tooltip);
const MainNavigation = lazyPart(async () => (await parts()).MainNavigation);

interface HeaderProps {
  /** 'Spring' in 'Spring Academy'. */
  tenantName: string;
  logoSrc: string;
  navigation: readonly NavigationEntry[];
  path: string;
  sidebarId: string;
  sidebarOpen: boolean;
  onToggleSidebar: () => void;
  /** Theme switch and sign-in or profile menu. */
  children: ReactNode;
}

export function Header(props: HeaderProps) {
  const { tenantName, logoSrc, navigation, path, sidebarId, sidebarOpen, onToggleSidebar, children } = props;
  return (
    <>
      <a className={`${css.skip} ${late.skip} no-print`} href="#main">
        Skip to content
      </a>
      <header className={`${css.header} no-print`}>
        <Suspense>
          <Tooltip text={sidebarOpen ? 'Close menu' : 'Open menu'} side="below" slow>
            <Button
              look="icon"
              aria-label="Menu"
              aria-expanded={sidebarOpen}
              aria-controls={sidebarId}
              onClick={onToggleSidebar}
            >
              {sidebarOpen ? <X /> : <MenuIcon />}
            </Button>
          </Tooltip>
        </Suspense>
        <a className={css.brand} href="/">
          <img src={logoSrc} alt="" width="28" height="28" />
          {tenantName} Academy
        </a>
        <Suspense>
          <MainNavigation entries={navigation} path={path} />
        </Suspense>
        {children}
      </header>
    </>
  );
}
