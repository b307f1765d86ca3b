/** What a learner has typed; a search is kept in the address. */
const TYPED = ':read-write:not([type=search]):is(:user-valid,:user-invalid,:focus)';

export const isTyping = (): boolean => document.querySelector(TYPED) !== null;

/** What load-watch.ts offers the rest of the page. */
export interface PageReload {
  /** Reloads the page, past the browser's cache for files that arrived empty. */
  now(): Promise<void>;
  /**
   * Reloads the page unless that has been done in this session already, the server does not answer, or it would lose what
   * a learner has typed.
   * @returns true when the page is being left
   */
  once(): Promise<boolean>;
}

/** Missing in development, and where that script itself is empty. */
export const pageReload = (): PageReload | undefined => (window as { pageReload?: PageReload }).pageReload;

/** See `PageReload.once`; waits for that script where it is still loading. */
export async function reloadOnce(): Promise<boolean> {
  if (pageReload() === undefined && document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  return (await pageReload()?.once()) ?? false;
}
