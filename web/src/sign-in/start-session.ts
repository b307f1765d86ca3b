import { followOtherTabs, readSession } from './session.ts';
import { storedTokens } from './tokens.ts';

/** The code that refreshes a session is loaded only where there is one. */
const keeper = () => import('./refresh.ts');

/** Reads the stored session and keeps it fresh for as long as the page lives. @returns stops following other tabs */
export function startSession(): () => void {
  const restore = () => {
    readSession();
    // Without a network its file may not load; the next resume tries again.
    if (storedTokens() !== null)
      keeper().then(
        (refresh) => refresh.startAfresh(),
        () => undefined,
      );
  };
  // A page that was frozen, or restored from the back-forward cache, has missed what other tabs did.
  const resume = () => {
    if (document.visibilityState === 'visible') restore();
  };
  const stopFollowing = followOtherTabs(restore);
  document.addEventListener('visibilitychange', resume);
  for (const type of ['online', 'pageshow']) addEventListener(type, resume);
  restore();
  return () => {
    stopFollowing();
    document.removeEventListener('visibilitychange', resume);
    for (const type of ['online', 'pageshow']) removeEventListener(type, resume);
  };
}
