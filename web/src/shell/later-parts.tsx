/** Parts of the shell that wake up after the screen: one file, fetched when the page has been hydrated. */
export { focusHeading } from '../lib/late-place.ts';
export { followLinks } from '../links.ts';
export { Menu, type MenuItem } from '../ui/menu.tsx';
export { Tooltip } from '../ui/tooltip.tsx';
export { AlertBar } from './alert-bar.tsx';
export { ErrorFallback } from './error-fallback.tsx';
export { Footer } from './footer.tsx';
export { HeaderTools } from './header-tools.tsx';
export { LoginButton } from './login-button.tsx';
export { MainNavigation } from './main-navigation.tsx';
export { MenuButton } from './menu-button.tsx';
export { offerReload } from './offer-reload.ts';
export { Overlays } from './overlays.tsx';
export { Sidebar } from './sidebar.tsx';
