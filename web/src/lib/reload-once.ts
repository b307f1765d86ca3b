import { session } from './storage.ts';

const MARK = 'reloaded';

/**
 * Reloads the page unless that has been done in this session already, or there is no network to load it from.
 * @returns true when the page is being left
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine || session.get(MARK) !== null) return false;
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
