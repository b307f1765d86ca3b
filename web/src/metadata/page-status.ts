import type { QueryClient } from '@tanstack/react-query';
import { cachedSearch, searchQueryOf } from '../api/search.ts';
import type { RouteMatch } from '../navigation/screen.ts';

type Status = 200 | 404;

/** An empty page after the last page of results must not be cached or listed. */
function statusOfSearch(client: QueryClient, search: URLSearchParams): Status {
  const query = searchQueryOf(search);
  const found = cachedSearch(client, query);
  return query.page > 1 && found?.groups.every(({ hits }) => hits.length === 0) ? 404 : 200;
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
