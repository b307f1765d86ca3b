import { session } from './storage.ts';

const MARK = 'reloaded';

/** What somebody has typed; a search stands in the address. */
const TYPED = ':read-write:not([type=search]):is(:user-valid,:user-invalid,:focus)';

export const isTyping = (): boolean => document.querySelector(TYPED) !== null;

/**
 * Reloads the page unless that has been done in this session already, there is no network to load it from, or it would
 * lose what somebody has typed.
 * @returns true when the page is being left
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine || isTyping() || session.get(MARK) !== null) return false;
  session.set(MARK, '1');
  // Where the mark cannot be kept, reloading could go on for ever.
  if (!kept()) return false;
  location.reload();
  return true;
}

function kept(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}
