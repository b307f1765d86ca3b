import '../styles/print.late.css';
import '../styles/states.late.css';
import { type ReactNode, Suspense, useId, useLayoutEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { urls } from '../urls.ts';
import { DialogHost } from './dialog-host.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { ProfilePlace } from './profile-place.tsx';
import { ProgressLine } from './progress-line.tsx';

/** What the server has rendered stands as it is until its code has come. */
const parts = () => import('./later-parts.tsx');
const Footer = lazyPart(async () => (await parts()).Footer);
const Sidebar = lazyPart(async () => (await parts()).Sidebar);
const ThemeMenu = lazyPart(async () => (await parts()).ThemeMenu);
const ToastHost = lazyPart(async () => (await parts()).ToastHost);
const LoginButton = lazyPart(async () => (await parts()).LoginButton);
const LoadingOverlay = lazyPart(async () => (await parts()).LoadingOverlay);
/** Only for those who are signed in. */
const ProfileMenu = lazyPart(async () => (await import('./profile-menu.tsx')).ProfileMenu, { withScreen: false });

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
  const tenant = useTenant();
  const sidebarId = useId();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every route change collapses the sidebar
  useLayoutEffect(() => setOpen(false), [path]);
  const logoSrc = urls.logo(tenant.tenantId);
  return (
    <>
      <ProgressLine busy={busy} />
      <Header
        tenantName={tenant.name}
        logoSrc={logoSrc}
        navigation={tenant.navigation}
        path={path}
        sidebarId={sidebarId}
        sidebarOpen={open}
        onToggleSidebar={() => setOpen(!open)}
      >
        <Suspense>
          <ThemeMenu />
        </Suspense>
        <Who />
      </Header>
      <div className={css.frame}>
        <Suspense>
          <Sidebar
            id={sidebarId}
            open={open}
            navigation={tenant.navigation}
            path={path}
            onClose={() => setOpen(false)}
          />
        </Suspense>
        <div className={css.content}>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Suspense>{layout === 'page' && <Footer tenant={tenant} logoSrc={logoSrc} />}</Suspense>
      <Suspense>
        <LoadingOverlay />
        <ToastHost />
      </Suspense>
      <DialogHost />
    </>
  );
}

/** The way in, or the person who is in. */
function Who() {
  const { status } = useSession();
  return status === 'signed-out' ? (
    <Suspense>
      <LoginButton />
    </Suspense>
  ) : (
    <Suspense fallback={<ProfilePlace />}>
      <ProfileMenu />
    </Suspense>
  );
}
