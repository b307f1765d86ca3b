import { TEXTS } from '@academy/contract/texts';
import { showIncomplete } from './incomplete.ts';
import { reloadOnce } from './reload-once.ts';
import { repairStyles } from './repair-styles.ts';

/** A script that arrived empty or broken: until a reload every import of it fails. */
export class BrokenFileError extends Error {
  constructor(cause: unknown) {
    super(TEXTS.incomplete, { cause });
    this.name = 'BrokenFileError';
  }
}

/** For a page that is being left. */
export const never = new Promise<never>(() => undefined);

/** Errors of browsers, and of the bundler for styles, when a file could not be fetched. The next import requests it again. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * Loads a file of the product: `loadFile(() => import('./dialogs.tsx'))`. A proxy may answer with nothing instead of the
 * file, and the import of an empty file succeeds; that costs one reload per session.
 * @throws BrokenFileError, or the browser's error about a file that it could not fetch
 */
export async function loadFile<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  if (import.meta.env.SSR) return load();
  let cause: unknown;
  try {
    const module = await load();
    if (Object.values(module).some((value) => value !== undefined)) {
      await repairStyles();
      return module;
    }
  } catch (error) {
    if (NOT_FETCHED.test(String(error))) throw error;
    cause = error;
  }
  if (await reloadOnce()) return never;
  throw new BrokenFileError(cause);
}

/** The pause after a failed request grows by this, ms; it ends when the network is back. */
const PAUSE_MS = 10_000;
/** After this many failed requests the page is reloaded, once per session. */
const TRIES_BEFORE_RELOAD = 3;

/**
 * Loads a file, and tries again until it works: what is missing for a while must not take down the page around it. A broken
 * file needs a reload; where there has been one already, the page stays as it is and says that parts of it are missing.
 */
export async function loadFileWithRetry<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await loadFile(load);
    } catch (error) {
      const isBroken = error instanceof BrokenFileError;
      if (isBroken || tries === TRIES_BEFORE_RELOAD) {
        if (await reloadOnce()) return never;
        showIncomplete();
      }
      if (isBroken) return never;
      await new Promise((again) => {
        addEventListener('online', again, { once: true });
        setTimeout(again, PAUSE_MS * tries);
      });
    }
  }
}
