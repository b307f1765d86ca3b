import '../styles/print.late.css';
import '../styles/states.late.css';
import { type ReactNode, useLayoutEffect } from 'react';
import { standingPart } from '../lib/lazy-part.ts';
import { DialogHost } from './dialog-host.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { ProgressLine } from './progress-line.tsx';
import { sidebarOpen } from './sidebar-open.ts';

const parts = () => import('./later-parts.tsx');
const AlertBar = standingPart(async () => (await parts()).AlertBar);
const Footer = standingPart(async () => (await parts()).Footer);
const Sidebar = standingPart(async () => (await parts()).Sidebar);
const Overlays = standingPart(async () => (await parts()).Overlays);

interface ShellProps {
  /** Path of the screen that is shown. */
  path: string;
  layout: 'page' | 'lab';
  /** True while the next screen is on its way. */
  busy: boolean;
  children: ReactNode;
}

/** Header, sidebar, screen, footer and the global hosts. */
export function Shell({ path, layout, busy, children }: ShellProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every route change collapses the sidebar
  useLayoutEffect(() => sidebarOpen.set(false), [path]);
  return (
    <>
      <ProgressLine busy={busy} />
      <Header />
      <div className={css.frame}>
        <Sidebar />
        <div className={css.content}>
          <AlertBar />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {layout === 'page' && <Footer />}
      <Overlays />
      <DialogHost />
    </>
  );
}
