import type { Connection, Transaction } from '@academy/server/db/connect';

/** Undoes everything that was written by a dry run. */
class DryRun extends Error {}

/** What some work would return, without what it writes. */
export async function undone<T>(db: Connection['db'], work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await db
    .transaction(async (tx) => {
      result = { value: await work(tx) };
      throw new DryRun();
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
    });
  if (result === undefined) throw new Error('nothing was tried');
  return result.value;
}
