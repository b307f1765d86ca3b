import { setTimeout as delay } from 'node:timers/promises';
import type { PreparedAcademy } from './academies.ts';
import { type Client, clientOf, isFine } from './client.ts';
import { catalogueReads, type ReadCount, readCount, readUntil } from './reads.ts';
import { type WriterPool, writerPool } from './writes.ts';

/** Writes and reads of an academy while something is wrong with its database. */
export interface LoadedAcademy {
  pool: WriterPool;
  catalogue: ReadCount;
  client: Client;
  /** Waits for a write that is acknowledged. @returns ms since the call */
  healed(maxMs: number): Promise<number>;
  /** Ends the load. */
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 10;

/**
 * Starts eight writers and four readers of the catalogue.
 *
 * @param load perSecond: writes; learners and lessons must suffice for as long as it lasts
 */
export function loadAcademy(
  { academy, learners, lessons }: PreparedAcademy,
  { perSecond }: { perSecond: number },
): LoadedAcademy {
  const client = clientOf(academy.port);
  const pool = writerPool(learners.all, lessons);
  const catalogue = readCount();
  let over = false;
  const running = Promise.all([
    pool.writeUntil(
      () => over,
      () => client,
      { writers: 8, perSecond },
    ),
    readUntil(
      () => over,
      catalogueReads(lessons),
      () => client,
      catalogue,
      { perSecond: 60 },
    ),
  ]);
  // A problem of the load is reported by `stop`.
  running.catch(() => {});
  return {
    pool,
    catalogue,
    client,
    async healed(maxMs) {
      const [began, before] = [performance.now(), pool.acknowledged.length];
      while (pool.acknowledged.length === before) {
        if (performance.now() - began > maxMs) throw new Error('the academy takes no writes any more');
        await delay(CHECK_EVERY_MS);
      }
      return performance.now() - began;
    },
    async stop() {
      over = true;
      await running;
      client.close();
    },
  };
}

/** Reads every page of the catalogue once, so that the server has it in memory. @throws Error when one fails */
export async function warmCatalogue({ academy, lessons }: PreparedAcademy): Promise<void> {
  const client = clientOf(academy.port);
  try {
    for (const read of catalogueReads(lessons)) {
      const reply = await read(client);
      if (!isFine(reply)) throw new Error(`the catalogue answers ${reply.status}: ${reply.text.slice(0, 200)}`);
    }
  } finally {
    client.close();
  }
}
