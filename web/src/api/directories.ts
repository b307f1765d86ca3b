import type { CallInput } from '@academy/contract/call';
import {
  createDirectory,
  deleteDirectory,
  listDirectories,
  proveDirectoryDomain,
  tryDirectory,
  updateDirectory,
} from '@academy/contract/call-routes/directories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export type { Directory, DirectoryInput } from '@academy/contract/directories';

/** All directories of the installation. */
export function useDirectories() {
  return useQuery({
    queryKey: [listDirectories.name],
    queryFn: ({ signal }) => call(listDirectories, {}, { ...QUIET, loader: false, signal }),
    select: ({ result }) => result,
    staleTime: 0,
  });
}

type Body = CallInput<typeof createDirectory>['body'];

/** Changes directories and refetches the list. Errors are thrown as `CallError`; the caller shows them. */
export function useDirectoryChanges() {
  const client = useQueryClient();
  async function then<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      await refetchReads(client, listDirectories.name);
    }
  }
  return {
    create: (body: Body) => then(call(createDirectory, { body }, QUIET)),
    update: (directoryId: string, body: Body) => then(call(updateDirectory, { params: { directoryId }, body }, QUIET)),
    remove: (directoryId: string) => then(call(deleteDirectory, { params: { directoryId } }, QUIET)),
    prove: (directoryId: string, domain: string) =>
      then(call(proveDirectoryDomain, { params: { directoryId }, body: { domain } }, QUIET)),
    /** An address that works once. */
    addressOfTrial: async (directoryId: string) =>
      (await call(tryDirectory, { params: { directoryId } }, QUIET)).address,
  };
}
