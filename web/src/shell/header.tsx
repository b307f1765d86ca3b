import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useTenant } from '../lib/runtime.tsx';
import { urls } from '../navigation/urls.ts';
import { useSession } from '../sign-in/session.ts';
import css from './header.module.css';
import { HeaderTools } from './header-tools.tsx';
import { LoginButton } from './login-button.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { MenuButton } from './menu-button.tsx';
import { ProfilePlace } from './profile-place.tsx';
import { shellTexts } from './shell-texts.ts';

/** Only for those who are signed in. */
const ProfileMenu = lazyComponent(
  () => import('./profile-menu.tsx'),
  ({ ProfileMenu }) => ProfileMenu,
);

export function Header() {
  const { tenantId, name } = useTenant();
  return (
    <>
      <a className={`${css.skip} no-print`} href="#main">
        {shellTexts.skipToContent}
      </a>
      <header className={`${css.header} no-print`}>
        <MenuButton />
        <a className={css.brand} href={urls.home()}>
          <img src={urls.logo(tenantId)} alt="" width="28" height="28" />
          {shellTexts.academy({ name })}
        </a>
        <MainNavigation />
        <HeaderTools />
        <Who />
      </header>
    </>
  );
}

/** The log-in button, or the profile menu. */
function Who() {
  return useSession().status === 'signed-out' ? (
    <LoginButton />
  ) : (
    <Suspense fallback={<ProfilePlace />}>
      <ProfileMenu />
    </Suspense>
  );
}
