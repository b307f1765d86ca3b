import { Suspense } from 'react';
import { lazyPart, standingPart } from '../lib/lazy-part.ts';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { urls } from '../urls.ts';
import late from './header.late.module.css';
import css from './header.module.css';
import { ProfilePlace } from './profile-place.tsx';

const parts = () => import('./later-parts.tsx');
const MenuButton = standingPart(async () => (await parts()).MenuButton);
const MainNavigation = standingPart(async () => (await parts()).MainNavigation);
const HeaderTools = standingPart(async () => (await parts()).HeaderTools);
const LoginButton = standingPart(async () => (await parts()).LoginButton);
/** Only for those who are signed in. */
const ProfileMenu = lazyPart(async () => (await import('./profile-menu.tsx')).ProfileMenu, { withScreen: false });

export function Header() {
  const { tenantId, name } = useTenant();
  return (
    <>
      <a className={`${css.skip} ${late.skip} no-print`} href="#main">
        Skip to content
      </a>
      <header className={`${css.header} no-print`}>
        <MenuButton />
        <a className={css.brand} href="/">
          <img src={urls.logo(tenantId)} alt="" width="28" height="28" />
          {name} Academy
        </a>
        <MainNavigation />
        <HeaderTools />
        <Who />
      </header>
    </>
  );
}

/** The way in, or the person who is in. */
function Who() {
  return useSession().status === 'signed-out' ? (
    <LoginButton />
  ) : (
    <Suspense fallback={<ProfilePlace />}>
      <ProfileMenu />
    </Suspense>
  );
}
