import type { QueryClient } from '@tanstack/react-query';
import type { Runtime } from '../lib/runtime.tsx';
import { loadScreen } from '../navigation/load-screen.tsx';
import type { RouteMatch, ScreenContext } from '../navigation/screen.ts';
import { matchRoute } from '../routes.tsx';

/** What a screen's `prefetch`, `head` and `status` are given. */
export function screenContext(match: RouteMatch, client: QueryClient, { tenant, config }: Runtime): ScreenContext {
  const { route, params, path, search } = match;
  return { params, path, search: new URLSearchParams(search), title: route.title, client, tenant, config };
}

/** Loads file and data of the screen behind an address, quietly: on hover, on touch, on focus, and when a navigation starts. */
export async function preload(path: string, search: string, client: QueryClient, runtime: Runtime): Promise<void> {
  const match = matchRoute(path, search);
  if (match === null || match.route.guard !== null || match.route.redirect !== null) return;
  try {
    const screen = await loadScreen(match.route);
    await screen.prefetch?.(screenContext(match, client, runtime));
  } catch {
    // The screen shows the error when it is opened.
  }
}
