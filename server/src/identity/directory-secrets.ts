import { directorySealer } from '@academy/identity/directories/directory-secrets';
import { SealedError, type SealingSecrets } from '@academy/identity/sealing';
import { and, eq, isNotNull } from 'drizzle-orm';
import { directory } from '../db/directory-tables.ts';
import type { Queries } from '../db/transaction.ts';

/**
 * Stores the client secrets of all directories as the present key secret requires.
 *
 * @param skipClosed those that cannot be decrypted any more stay as they are, and are counted
 * @throws SealedError when one cannot be decrypted, unless they are skipped
 */
export async function resealDirectories(
  queries: Queries,
  secrets: SealingSecrets,
  skipClosed = false,
): Promise<{ changed: number; closed: number }> {
  const counts = { changed: 0, closed: 0 };
  const sealer = directorySealer(secrets);
  const rows = await queries.select().from(directory).where(isNotNull(directory.clientSecret));
  for (const { directoryId, clientSecret } of rows) {
    if (clientSecret === null || (await sealer.isCurrent(clientSecret, directoryId))) continue;
    try {
      const resealed = await sealer.seal(await sealer.open(clientSecret, directoryId), directoryId);
      await queries
        .update(directory)
        .set({ clientSecret: resealed })
        .where(and(eq(directory.directoryId, directoryId), eq(directory.clientSecret, clientSecret)));
      counts.changed += 1;
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      if (!skipClosed) throw new SealedError(`The client secret of directory ${directoryId}: ${error.message}`);
      counts.closed += 1;
    }
  }
  return counts;
}
