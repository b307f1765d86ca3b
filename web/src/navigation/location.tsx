import { createContext, use } from 'react';
import { navigate as go, usePathname, useSearch } from 'wouter/use-browser-location';

/** An address within the site, with its percent encodings. */
export interface Location {
  path: string;
  /** Query without `?`. */
  search: string;
}

/** Address of the document: during hydration components render what the server rendered for it. */
export const opened: Location | null = import.meta.env.SSR
  ? null
  : { path: location.pathname, search: location.search };

const ServerLocationContext = createContext<Location | null>(null);
export const ServerLocation = ServerLocationContext;

/** The present address; on the server the requested one. */
export function useLocation(): Location {
  const rendered = use(ServerLocationContext) ?? opened;
  const options = rendered === null ? {} : { ssrPath: rendered.path, ssrSearch: rendered.search };
  const path = usePathname(options);
  const search = useSearch(options);
  return { path, search: search.startsWith('?') ? search.slice(1) : search };
}

/** The address of the screen that is shown: while the next one is being loaded, that of the screen before. */
export const ShownLocation = createContext<Location | null>(null);

/** The address of the screen that this component belongs to; outside of screens the present address. */
export function useShownLocation(): Location {
  const present = useLocation();
  return use(ShownLocation) ?? present;
}

/** How the last change of address came about: scroll and focus depend on it. */
export type NavigationKind = 'push' | 'replace' | 'pop';
let lastKind: NavigationKind = 'replace';
const before = new Set<(to: string) => boolean | undefined>();
const during = new Set<(to: string) => void>();

export const lastNavigation = (): NavigationKind => lastKind;
export function notePop(): void {
  lastKind = 'pop';
}

/** Goes to an address of this site without loading a document. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  for (const ask of before) if (ask(to) === false) return;
  for (const listener of during) listener(to);
  lastKind = replace ? 'replace' : 'push';
  go(to, { replace });
}

/**
 * Registers a check that runs before each navigation, for example for unsent input.
 * @param ask gets the new address; returns false to stay
 * @returns removes it
 */
export function beforeNavigation(ask: (to: string) => boolean | undefined): () => void {
  before.add(ask);
  return () => before.delete(ask);
}

/**
 * Calls the listener with each address that is navigated to, after every question of `beforeNavigation` was answered.
 * @returns stops it
 */
export function onNavigation(listener: (to: string) => void): () => void {
  during.add(listener);
  return () => during.delete(listener);
}
