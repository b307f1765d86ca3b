import { type ReactNode, useLayoutEffect } from 'react';
import { AlertBar } from './alert-bar.tsx';
import { DialogHost } from './dialog-host.tsx';
import { Footer } from './footer.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { Overlays } from './overlays.tsx';
import { ProgressLine } from './progress-line.tsx';
import { Sidebar } from './sidebar.tsx';
import { sidebarOpen } from './sidebar-open.ts';

interface ShellProps {
  /** Path of the screen that is shown. */
  path: string;
  /** Path of the matching row of the route table; '' where none matches. */
  route: string;
  layout: 'page' | 'lab';
  /** True while the next screen loads. */
  busy: boolean;
  children: ReactNode;
}

/** Elements that never change: a navigation renders of them only what reads the address itself. */
const HEADER = <Header />;
const SIDEBAR = <Sidebar />;
const ALERT_BAR = <AlertBar />;
const FOOTER = <Footer />;
const OVERLAYS = <Overlays />;

/** Header, sidebar, screen, footer and the global hosts. */
export function Shell({ path, route, layout, busy, children }: ShellProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every route change collapses the sidebar
  useLayoutEffect(() => sidebarOpen.set(false), [path]);
  return (
    <>
      <ProgressLine busy={busy} />
      {HEADER}
      <div className={css.frame}>
        {SIDEBAR}
        <div className={css.content}>
          {ALERT_BAR}
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {layout === 'page' && FOOTER}
      {OVERLAYS}
      <DialogHost route={route} />
    </>
  );
}
