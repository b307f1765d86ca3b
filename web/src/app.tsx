import { useQueryClient } from '@tanstack/react-query';
import { memo, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import { ErrorBoundary } from './lib/error-boundary.tsx';
import { useConfig, useTenant } from './lib/runtime.tsx';
import { screenContext } from './loading/preload.ts';
import { focusHeading } from './navigation/focus-heading.ts';
import { canonicalPath, updateHead } from './navigation/head.ts';
import { loadedScreen, screenComponent } from './navigation/load-screen.tsx';
import { lastNavigation, navigate, ShownLocation, useLocation } from './navigation/location.tsx';
import { inOwnLanguage } from './navigation/path.ts';
import type { RouteMatch } from './navigation/screen.ts';
import { elementOfHash, restoreScroll, scrollToStart } from './navigation/scroll.ts';
import { urls } from './navigation/urls.ts';
import { matchRoute, NOT_FOUND } from './routes.tsx';
import { ErrorFallback } from './shell/error-fallback.tsx';
import { Guard } from './shell/guard.tsx';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { Shell } from './shell/shell.tsx';

export interface AppProps {
  /** Address (`/path?query`) that the server answered with not found although a route matches. */
  missing?: string | null;
}

const addressOf = (match: RouteMatch): string => (match.search === '' ? match.path : `${match.path}?${match.search}`);

/** The row for an address; the not-found row where none matches. */
function rowFor(path: string, search: string, missing: string | null): RouteMatch {
  const match = matchRoute(path, search);
  if (match !== null && addressOf(match) !== missing) return match;
  return { route: NOT_FOUND, params: match?.params ?? {}, path, search: match?.search ?? '' };
}

/** Shell and screen. The old screen stays until file and data of the next one are here. */
export function App({ missing = null }: AppProps) {
  const { path, search } = useLocation();
  const requested = useMemo(() => rowFor(path, search, missing), [path, search, missing]);
  const shown = useDeferredValue(requested);
  const address = addressOf(shown);
  return (
    <Shell
      path={shown.path}
      route={shown.route === NOT_FOUND ? '' : shown.route.path}
      layout={shown.route.layout}
      busy={addressOf(requested) !== address}
    >
      <ErrorBoundary
        resetKey={address}
        fallback={(error, retry) => (
          <>
            <ScreenFailed />
            <ErrorFallback error={error} route={shown.route} onRetry={retry} />
          </>
        )}
      >
        <Suspense fallback={<LoadingScreen />}>
          <Guard guard={shown.route.guard} path={shown.path} title={shown.route.title}>
            <Screen match={shown} />
          </Guard>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/** Memoised, so that it is not rendered again while the next screen loads. */
const Screen = memo(function Screen({ match }: { match: RouteMatch }) {
  const { route, params, path, search } = match;
  const Component = screenComponent(route);
  const client = useQueryClient();
  const tenant = useTenant();
  const config = useConfig();
  const parsed = useMemo(() => new URLSearchParams(search), [search]);
  const shownLocation = useMemo(() => ({ path, search }), [path, search]);
  const screen = route === NOT_FOUND ? undefined : loadedScreen(route);
  const context = screenContext(match, client, { tenant, config });
  const elsewhere =
    route.redirect?.(tenant) ?? (screen?.status?.(context) === 404 ? urls.notFound(path) : screen?.redirect?.(context));
  return (
    <>
      {elsewhere ? (
        <ToElsewhere to={elsewhere} />
      ) : (
        <ShownLocation value={shownLocation}>
          <Component params={params} path={path} search={parsed} title={route.title} />
        </ShownLocation>
      )}
      <AfterNavigation match={match} />
    </>
  );
});

/** Redirects in the browser: for an address that only redirects, and for one whose item does not exist or has moved. */
function ToElsewhere({ to }: { to: string }) {
  useEffect(() => {
    if (to.startsWith('/')) navigate(inOwnLanguage(to), { replace: true });
    else location.replace(to);
  }, [to]);
  return null;
}

/** The screen shown before; outside the components because screens behind a guard are remounted. */
let lastScreen: 'none' | 'failed' | { address: string; path: string } = 'none';

/** Rendered with the error fallback: the next screen counts as a navigation, also at the same or the previous address. */
function ScreenFailed() {
  useLayoutEffect(() => {
    lastScreen = 'failed';
  }, []);
  return null;
}

/** Runs when a screen is shown: document head, scroll position, focus and announcement. */
function AfterNavigation({ match }: { match: RouteMatch }) {
  const { route, path } = match;
  const client = useQueryClient();
  const tenant = useTenant();
  const config = useConfig();
  const address = addressOf(match);

  // After every render, because title and description come from data that may arrive or change later.
  useEffect(() => {
    const context = screenContext(match, client, { tenant, config });
    const head = loadedScreen(route)?.head?.(context) ?? { title: route.title };
    updateHead(head, tenant, location.origin + canonicalPath(match));
  });

  useLayoutEffect(() => {
    const before = lastScreen;
    const known = typeof before === 'object' ? before : null;
    if (known?.address === address) return;
    lastScreen = { address, path };
    // Choosing a filter replaces the address and is not a navigation; everything else is, also on the same path.
    const stays = known?.path === path && lastNavigation() === 'replace';
    if (before === 'none' || lastNavigation() === 'pop') restoreScroll();
    else if (!stays) scrollToStart();
    if (before !== 'none' && !stays && elementOfHash() === null) focusHeading();
  }, [address, path]);

  return null;
}
