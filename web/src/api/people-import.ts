import type { CallInput, CallReply } from '@academy/contract/call';
import { importPeople, listImports, undoImport } from '@academy/contract/call-routes/people-import';
import type { ImportResult } from '@academy/contract/people-import';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchPeople } from './people-admin.ts';
import { refetchReads } from './refetch-reads.ts';

export type { ImportSummary } from '@academy/contract/people-import';

/** One page of the imports of people; the previous page is shown until the new one arrives. */
export function useImports(query: { pageNumber: number }) {
  return useQuery({
    queryKey: [listImports.name, query],
    queryFn: ({ signal }) => call(listImports, { query }, { ...QUIET, loader: false, signal }),
    select: ({ result }) => result,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Sends one batch of rows. Lists are refetched when `done` is called. @throws CallError */
export function usePeopleImport() {
  const client = useQueryClient();
  return {
    async send(body: CallInput<typeof importPeople>['body'], signal: AbortSignal): Promise<ImportResult[]> {
      return (await call(importPeople, { body }, { ...QUIET, loader: false, signal })).result;
    },
    /** Undoes an import in batches. @param onBatch called with the result of each batch */
    async undo(importId: string, onBatch: (part: CallReply<typeof undoImport>) => void): Promise<void> {
      const options = { ...QUIET, loader: false };
      try {
        for (let from: number | null | undefined; from !== null; ) {
          const body = from === undefined ? {} : { from };
          const part: CallReply<typeof undoImport> = await call(undoImport, { params: { importId }, body }, options);
          onBatch(part);
          from = part.next;
        }
      } finally {
        await Promise.all([refetchPeople(client), refetchReads(client, listImports.name)]);
      }
    },
    done: () => refetchPeople(client),
  };
}
