import {
  createDirectoryToken,
  deleteDirectoryToken,
  listDirectoryTokens,
} from '@academy/contract/call-routes/directories-tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

/** How a directory keeps its people up to date: address, numbers, tokens. */
export function useDirectoryTokens(directoryId: string) {
  return useQuery({
    queryKey: [listDirectoryTokens.name, directoryId],
    queryFn: ({ signal }) =>
      call(listDirectoryTokens, { params: { directoryId } }, { ...QUIET, loader: false, signal }),
    staleTime: 0,
  });
}

/** Makes and ends tokens of a directory. Errors are thrown as `CallError`; the caller shows them. */
export function useDirectoryTokenChanges(directoryId: string) {
  const client = useQueryClient();
  async function then<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      await refetchReads(client, listDirectoryTokens.name);
    }
  }
  return {
    create: () => then(call(createDirectoryToken, { params: { directoryId }, body: {} }, QUIET)),
    remove: (tokenId: string) => then(call(deleteDirectoryToken, { params: { directoryId, tokenId } }, QUIET)),
  };
}
