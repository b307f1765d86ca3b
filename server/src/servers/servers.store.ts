import { and, eq, gt, lt, ne, notExists, sql } from 'drizzle-orm';
import { labSession } from '../db/lab-tables.ts';
import { academyServer } from '../db/server-tables.ts';
import type { Queries } from '../db/transaction.ts';

/** A server that other servers reach. */
export interface Colleague {
  serverId: string;
  /** Null: others do not reach it. */
  address: string | null;
  /** Host name and process, for operators: `web-1 (process 812)`. */
  name: string;
  /** Key of what is asked of it. */
  secret: string;
  /** Fingerprint of the key secret that it was started with. */
  keySecret: string;
}

/** Servers that run, by the clock of the database. */
export function serversStore(queries: Queries) {
  const before = (ms: number) => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;
  return {
    /** Notes that a server lives. @returns whether its row was not there */
    async beat(server: Colleague): Promise<{ isNew: boolean }> {
      const [row] = await queries
        .insert(academyServer)
        .values(server)
        .onConflictDoUpdate({ target: academyServer.serverId, set: { seenAt: sql`clock_timestamp()` } })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      return { isNew: row?.isNew ?? false };
    },

    async all(): Promise<Colleague[]> {
      const { serverId, address, name, secret, keySecret } = academyServer;
      return queries.select({ serverId, address, name, secret, keySecret }).from(academyServer);
    },

    /** Servers that were heard of within so many milliseconds and were started with another key secret. */
    async withOtherSecret(
      keySecret: string,
      ms: number,
    ): Promise<{ address: string | null; name: string; startedAt: Date }[]> {
      const { address, name, startedAt, seenAt } = academyServer;
      return queries
        .select({ address, name, startedAt })
        .from(academyServer)
        .where(and(ne(academyServer.keySecret, keySecret), gt(seenAt, before(ms))));
    },

    async remove(serverId: string): Promise<void> {
      await queries.delete(academyServer).where(eq(academyServer.serverId, serverId));
    },

    /** Removes the former server of an address that belongs to another one now: it cannot run any more. */
    async removeFormer(address: string): Promise<void> {
      await queries.delete(academyServer).where(eq(academyServer.address, address));
    },

    /** Removes servers that have been silent for so long. @returns how many */
    async removeSilent(silentMs: number): Promise<number> {
      const done = await queries.delete(academyServer).where(lt(academyServer.seenAt, before(silentMs)));
      return done.rowCount ?? 0;
    },

    /** Ids of lab sessions that have not ended, of servers that no longer run. */
    async abandonedLabs(): Promise<string[]> {
      const rows = await queries
        .select({ sessionId: labSession.sessionId })
        .from(labSession)
        .where(
          and(
            sql`${labSession.state} <> 'ended'`,
            sql`${labSession.serverId} is not null`,
            notExists(
              queries
                .select({ one: sql`1` })
                .from(academyServer)
                .where(eq(academyServer.serverId, labSession.serverId)),
            ),
          ),
        );
      return rows.map(({ sessionId }) => sessionId);
    },
  };
}
