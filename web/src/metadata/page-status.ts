import type { QueryClient } from '@tanstack/react-query';
import { cachedSearch, searchWantedOf } from '../api/search.ts';
import type { RouteMatch } from '../routes.tsx';

type Status = 200 | 404;

/** Behind the last page of results there is nothing to keep or to list. */
function statusOfSearch(client: QueryClient, search: URLSearchParams): Status {
  const wanted = searchWantedOf(search);
  const found = cachedSearch(client, wanted);
  return wanted.page > 1 && found?.groups.every(({ hits }) => hits.length === 0) ? 404 : 200;
}

const STATUS: Readonly<Record<string, (client: QueryClient, search: URLSearchParams) => Status>> = {
  '/not-found': () => 404,
  '/search': statusOfSearch,
};

/**
 * HTTP status of a screen that is rendered in any case, because it has links and can hold more for signed-in people.
 */
export const pageStatus = ({ route, search }: RouteMatch, client: QueryClient): Status =>
  STATUS[route.path]?.(client, new URLSearchParams(search)) ?? 200;
