import '../styles/print.late.css';
import '../styles/states.late.css';
import { type ReactNode, Suspense, useId, useLayoutEffect, useState } from 'react';
import { useMe } from '../api/people.ts';
import { openModal } from '../lib/dialogs.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useIsLoading } from '../lib/loading.ts';
import { navigate } from '../lib/location.tsx';
import { useConfig, useTenant } from '../lib/runtime.tsx';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { useSession } from '../sign-in/session.ts';
import { urls } from '../urls.ts';
import { DialogHost } from './dialog-host.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { LoginButton, ProfilePlace } from './login-button.tsx';
import { ProgressLine } from './progress-line.tsx';
import { useDelayed } from './use-delayed.ts';

/** What the server has rendered stands as it is until its code has come. */
const parts = () => import('./later-parts.tsx');
const Footer = lazyPart(async () => (await parts()).Footer);
const Sidebar = lazyPart(async () => (await parts()).Sidebar);
const ThemeMenu = lazyPart(async () => (await parts()).ThemeMenu);
const ToastHost = lazyPart(async () => (await parts()).ToastHost);
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
  const { isAuthenticated } = useSession();
  const isAdmin = useMe()?.isAdmin === true;
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
            viewer={{ signedIn: isAuthenticated, isAdmin }}
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
      <Suspense>
        {layout === 'page' && <Footer tenant={tenant} logoSrc={logoSrc} onFeedback={() => openModal('feedback')} />}
      </Suspense>
      <Suspense>
        <Overlay />
        <ToastHost />
      </Suspense>
      <DialogHost />
    </>
  );
}

/** The way in, or the person who is in. */
function Who() {
  const { status, claims } = useSession();
  const me = useMe();
  const { accountUrl } = useConfig();
  if (status === 'signed-out') {
    return (
      <LoginButton
        onLogin={() => {
          rememberOrigin();
          navigate(urls.auth());
        }}
      />
    );
  }
  const fullName = me === null ? (claims?.name ?? '') : `${me.firstName} ${me.lastName}`.trim();
  return (
    <Suspense fallback={<ProfilePlace />}>
      <ProfileMenu
        fullName={fullName}
        isAdmin={me?.isAdmin === true}
        accountUrl={accountUrl}
        onFeedback={() => openModal('feedback')}
        onLogout={() => navigate(urls.signOut())}
      />
    </Suspense>
  );
}

function Overlay() {
  return <LoadingOverlay visible={useDelayed(useIsLoading())} />;
}
