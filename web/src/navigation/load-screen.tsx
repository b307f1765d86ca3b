import { type ComponentType, lazy } from 'react';
import { loadFile, never } from '../lib/load-file.ts';
import { isTyping, reloadOnce } from '../lib/reload-once.ts';
import { offerReload } from './offer-reload.ts';
import type { Route, ScreenModule, ScreenProps } from './screen.ts';

/** A screen's file that could not be loaded, see `BrokenFileError` for one that holds nothing. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
}

const loaded = new WeakMap<Route['load'], ScreenModule>();
/** The component that a route shows. Chosen once and kept, or the screen would be remounted (docs/pitfalls.md#a-screen-that-is-chosen-twice). */
const components = new WeakMap<Route['load'], ComponentType<ScreenProps>>();
/** Screens whose file could not be loaded. */
const failed = new Set<Route['load']>();

/** Drops screens that could not be loaded, so that opening them loads them again. */
export function dropFailedScreens(): void {
  for (const load of failed) components.delete(load);
  failed.clear();
}

/** Loads a screen's file. @throws ScreenLoadError */
export async function loadScreen(route: Route): Promise<ScreenModule> {
  const here = loaded.get(route.load);
  if (here !== undefined) return here;
  try {
    const module = await loadFile(route.load);
    loaded.set(route.load, module);
    return module;
  } catch (error) {
    throw new ScreenLoadError('This page could not be loaded', { cause: error });
  }
}

/** The file of a screen when it has been loaded. */
export const loadedScreen = (route: Route): ScreenModule | undefined => loaded.get(route.load);

/** The component of a route: itself when its file is here, else one that waits for the file. */
export function screenComponent(route: Route): ComponentType<ScreenProps> {
  const chosen = components.get(route.load);
  if (chosen !== undefined) return chosen;
  const component = loaded.get(route.load)?.default ?? lazy(() => loadOrReload(route));
  components.set(route.load, component);
  return component;
}

/** A failed or empty load reloads the page once per session, then the error fallback shows. */
async function loadOrReload(route: Route): Promise<ScreenModule> {
  try {
    return await loadScreen(route);
  } catch (error) {
    // Kept until the next navigation: removed at once, the screen would be loaded again without end.
    failed.add(route.load);
    if (await reloadOnce()) return never;
    if (isTyping()) {
      // The previous screen stays, with what was typed.
      offerReload();
      return never;
    }
    throw error;
  }
}
