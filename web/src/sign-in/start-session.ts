import { followOtherTabs, readSession } from './session.ts';
import { storedTokens } from './tokens.ts';

/** What keeps a session fresh is fetched only where there is one: visitors do without it. */
const keeper = () => import('./refresh.ts');

/** Reads the stored session and keeps it fresh for as long as the page lives. @returns stops following other tabs */
export function startSession(): () => void {
  const look = () => {
    readSession();
    if (storedTokens() !== null) void keeper().then((refresh) => refresh.startAfresh());
  };
  const wake = () => {
    if (document.visibilityState === 'visible') look();
  };
  const stopFollowing = followOtherTabs(look);
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  look();
  return () => {
    stopFollowing();
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
  };
}
