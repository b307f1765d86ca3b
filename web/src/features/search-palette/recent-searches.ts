import { pageRuntime } from '../../lib/runtime.tsx';
import { local } from '../../lib/storage.ts';
import { sessionStore } from '../../sign-in/session.ts';

const MAX = 8;

const key = () => `recentSearches ${pageRuntime().tenant.tenantId} ${sessionStore.get().userId ?? ''}`;

/** What this person searched for in this academy and browser, the last first. Log-out empties it with everything else. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(local.get(key()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MAX) : [];
  } catch {
    return [];
  }
}

/** Stores a search whose result was opened. */
export function rememberSearch(text: string): void {
  const wanted = text.trim();
  if (wanted === '') return;
  const others = recentSearches().filter((one) => one.toLowerCase() !== wanted.toLowerCase());
  local.set(key(), JSON.stringify([wanted, ...others].slice(0, MAX)));
}

/** @returns what is left */
export function forgetSearch(text: string): string[] {
  const left = recentSearches().filter((one) => one !== text);
  if (left.length === 0) local.remove(key());
  else local.set(key(), JSON.stringify(left));
  return left;
}

export const forgetAllSearches = (): void => local.remove(key());
