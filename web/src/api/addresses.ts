import { findAddress } from '@academy/contract/call-routes/addresses';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { prefetchRead, readKey } from './use-read.ts';

const inputOf = (path: string) => ({ query: { path } });

/** Where the page of a former address is now; null when there is none. @param path in any language */
export const prefetchAddress = async (client: QueryClient, path: string): Promise<string | null> =>
  (await prefetchRead(client, findAddress, inputOf(path))).path;

/** The same; undefined until it is known. */
export function useAddress(path: string): string | null | undefined {
  const { data } = useQuery({
    queryKey: readKey(findAddress, inputOf(path)),
    queryFn: ({ signal }) => call(findAddress, inputOf(path), { ...QUIET, signal }),
  });
  return data?.path;
}
