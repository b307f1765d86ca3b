import type { CallInput, CallReply } from '@academy/contract/call';
import { importPeople, listImports, undoImport } from '@academy/contract/call-routes/people-import';
import type { ImportResult } from '@academy/contract/people-import';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { QUIET } from './call-options.ts';
import { refetchPeople } from './people-admin.ts';
import { refetchReads } from './refetch-reads.ts';
import { waited } from './retry-reads.ts';

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

/** Pauses before a batch is sent again, ms: together longer than a restart of the academy. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** No answer, too many requests, or a server that is busy or restarting. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Sends a batch again while the academy does not answer: among the hundreds of a long file one would be enough to end it.
 * Rows that were done already stay unchanged.
 *
 * @throws CallError
 */
async function sendUntilAnswered<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      const isPassing = error instanceof CallError && PASSING.includes(error.status);
      if (!isPassing || !(await waited(pause, signal))) throw error;
    }
  }
  return send();
}

/** Sends one batch of rows. Lists are refetched when `done` is called. @throws CallError */
export function usePeopleImport() {
  const client = useQueryClient();
  return {
    async send(body: CallInput<typeof importPeople>['body'], signal: AbortSignal): Promise<ImportResult[]> {
      const options = { ...QUIET, loader: false, signal };
      return (await sendUntilAnswered(() => call(importPeople, { body }, options), signal)).result;
    },
    /** Undoes an import in batches. @param onBatch called with the result of each batch */
    async undo(importId: string, onBatch: (part: CallReply<typeof undoImport>) => void): Promise<void> {
      const options = { ...QUIET, loader: false };
      try {
        for (let from: number | null | undefined; from !== null; ) {
          const body = from === undefined ? {} : { from };
          const part: CallReply<typeof undoImport> = await sendUntilAnswered(() =>
            call(undoImport, { params: { importId }, body }, options),
          );
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
