import { SealedError, type Sealer, type SealingSecrets, sealerOf } from '@academy/identity/sealing';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { webhook } from '../db/webhook-tables.ts';
import { isPlainSecret } from './signature.ts';

/** Encrypts the secrets with which deliveries are signed. */
export const webhookSealer = (secrets: SealingSecrets): Sealer =>
  sealerOf('academy webhook secret', isPlainSecret, secrets);

/**
 * Stores the secrets of all webhooks as the present key secret requires.
 *
 * @param skipClosed those that cannot be decrypted any more stay as they are, and are counted
 * @throws SealedError when one cannot be decrypted, unless they are skipped
 */
export async function resealWebhooks(
  queries: Queries,
  sealer: Sealer,
  skipClosed = false,
): Promise<{ changed: number; closed: number }> {
  const counts = { changed: 0, closed: 0 };
  const rows = await queries.select({ webhookId: webhook.webhookId, secret: webhook.secret }).from(webhook);
  for (const { webhookId, secret } of rows) {
    if (await sealer.isCurrent(secret, webhookId)) continue;
    try {
      const resealed = await sealer.seal(await sealer.open(secret, webhookId), webhookId);
      await queries
        .update(webhook)
        .set({ secret: resealed })
        .where(and(eq(webhook.webhookId, webhookId), eq(webhook.secret, secret)));
      counts.changed += 1;
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      if (!skipClosed) throw new SealedError(`The secret of webhook ${webhookId}: ${error.message}`);
      counts.closed += 1;
    }
  }
  return counts;
}
