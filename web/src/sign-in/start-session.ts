import { followOtherTabs, readSession } from './session.ts';
import { storedTokens } from './tokens.ts';

/** What keeps a session fresh is fetched only where there is one: visitors do without it. */
const keeper = () => import('./refresh.ts');

/** Reads the stored session and keeps it fresh for as long as the page lives. @returns stops following other tabs */
export function startSession(): () => void {
  const look = () => {
    readSession();
    // Without a network its file may not come; the next wake tries again.
    if (storedTokens() !== null)
      keeper().then(
        (refresh) => refresh.startAfresh(),
        () => undefined,
      );
  };
  // A page that was asleep, or that Back has brought out of the cache, has missed what other tabs did.
  const wake = () => {
    if (document.visibilityState === 'visible') look();
  };
  const stopFollowing = followOtherTabs(look);
  document.addEventListener('visibilitychange', wake);
  for (const type of ['online', 'pageshow']) addEventListener(type, wake);
  look();
  return () => {
    stopFollowing();
    document.removeEventListener('visibilitychange', wake);
    for (const type of ['online', 'pageshow']) removeEventListener(type, wake);
  };
}
