import type { CallReply } from '@academy/contract/call';
import { getLearner } from '@academy/contract/learners';
import { type ImportResult, type ImportRow, importPeople, undoImport } from '@academy/contract/people-import';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { LEARNER_KEY, rereadPeople } from './people-admin.ts';

export type { Learner } from '@academy/contract/learners';

/** What administrators see of one learner; asked for anew whenever it is shown. */
export function useLearner(userId: string) {
  return useQuery({
    queryKey: [LEARNER_KEY, userId],
    queryFn: ({ signal }) =>
      call(getLearner, { params: { userId } }, { quiet: true, skipNotFound: true, loader: false, signal }),
    staleTime: 0,
  });
}

/** Sends rows of a file, so many as one call takes. Lists follow once `done` is called. @throws CallError */
export function usePeopleImport() {
  const client = useQueryClient();
  return {
    async send(
      rows: readonly ImportRow[],
      dryRun: boolean,
      importId: string,
      signal: AbortSignal,
    ): Promise<ImportResult[]> {
      const input = { body: { dryRun, importId, rows: [...rows] } };
      return (await call(importPeople, input, { quiet: true, skipNotFound: true, loader: false, signal })).result;
    },
    /** Takes an import back, part by part. @param told what became of each part */
    async undo(importId: string, told: (part: CallReply<typeof undoImport>) => void): Promise<void> {
      const options = { quiet: true, skipNotFound: true, loader: false };
      try {
        for (let from: number | null | undefined; from !== null; ) {
          const body = from === undefined ? {} : { from };
          const part: CallReply<typeof undoImport> = await call(undoImport, { params: { importId }, body }, options);
          told(part);
          from = part.next;
        }
      } finally {
        await rereadPeople(client);
      }
    },
    done: () => rereadPeople(client),
  };
}
