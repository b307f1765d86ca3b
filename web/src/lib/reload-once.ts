import { session } from './storage.ts';

const MARK = 'reloaded';

/** What somebody has typed; a search stands in the address. */
const TYPED = ':read-write:not([type=search]):is(:user-valid,:user-invalid,:focus)';

export const isTyping = (): boolean => document.querySelector(TYPED) !== null;

/**
 * Reloads the page unless that has been done in this session already, nobody answers where it comes from, or it would
 * lose what somebody has typed.
 * @returns true when the page is being left
 */
export async function reloadOnce(): Promise<boolean> {
  if (isTyping() || session.get(MARK) !== null) return false;
  if (!(await fetch('/health/live').catch(() => null))?.ok) return false;
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
