import { startAfresh } from './refresh.ts';
import { followOtherTabs, readSession } from './session.ts';
import { storedTokens } from './stored-tokens.ts';

/** Reads the stored session and keeps it fresh for as long as the page lives. @returns stops following other tabs */
export function startSession(): () => void {
  const restore = () => {
    readSession();
    if (storedTokens() !== null) startAfresh();
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
