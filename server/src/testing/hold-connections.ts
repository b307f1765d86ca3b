import type { Pool, PoolClient } from 'pg';

/** The connection that hears of new versions of the catalogue is never given back. */
const LISTENING = 1;

/**
 * Takes every connection of an application's pool. It waits for those that background work still uses. Later requests
 * for a connection wait, too.
 *
 * @returns gives them back; a second call does nothing
 */
export async function holdConnections(pool: Pool): Promise<() => void> {
  const held: PoolClient[] = await Promise.all(
    Array.from({ length: pool.options.max - LISTENING }, () => pool.connect()),
  );
  return () => {
    for (const client of held.splice(0)) client.release();
  };
}
