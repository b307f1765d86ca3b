import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { PathParams } from './path.ts';

/** What a screen gets: `ScreenProps<'/courses/:slug'>`. */
export interface ScreenProps<Path extends string = string> {
  params: PathParams<Path>;
  /** Only the parameters that the route knows, sorted. Change them with `navigate(urls.…, { replace: true })`. */
  search: URLSearchParams;
  /** The path in the address bar. */
  path: string;
  /** Title of the route table, for screens without a `head`. */
  title: string;
}

/** What `prefetch`, `head` and `status` get. `client` holds the data that `prefetch` loaded. */
export interface ScreenContext<Path extends string = string> extends ScreenProps<Path> {
  client: QueryClient;
  tenant: Tenant;
  config: RuntimeConfig;
}

/** What belongs into the document's head. */
export interface Head {
  /** The page's part of '{page} - {Tenant} Academy'. */
  title: string;
  description?: string;
  /** Keeps search engines out: sign-in, admin. */
  noIndex?: boolean;
}

/**
 * What a screen's file exports: the component as `default`, and optionally `prefetch` (loads what the screen reads, on
 * the server, on hover and before a navigation), `head` and `status` (after `prefetch`; 404 shows the not-found screen).
 */
export interface ScreenModule<Path extends string = string> {
  default: ComponentType<ScreenProps<Path>>;
  prefetch?: (context: ScreenContext<Path>) => Promise<unknown>;
  head?: (context: ScreenContext<Path>) => Head;
  status?: (context: ScreenContext<Path>) => 200 | 404;
  /** Where the content itself sends its readers (after `prefetch`): a path of the site or an https address. */
  redirect?: (context: ScreenContext<Path>) => string | null;
}

/** A row of the route table. */
export interface Route {
  path: string;
  /** For screens that have no `head` of their own. */
  title: string;
  /** The screen's file below `web/src/`; the server names its scripts and styles in the page. */
  file: string;
  load: () => Promise<ScreenModule>;
  /** Query parameters that the screen reads; all others are dropped. */
  search: readonly string[];
  /** Who may see the screen; the server enforces the same on every call. */
  guard: 'user' | 'admin' | null;
  /** Lab layouts use the full width and their own document. */
  layout: 'page' | 'lab';
  redirect: ((tenant: Tenant) => string) | null;
}

/** The row for an address. */
export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
  path: string;
  /** Normal form of the query, see `normaliseSearch`. */
  search: string;
}
