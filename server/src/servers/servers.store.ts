import { and, eq, gt, lt, ne, notExists, sql } from 'drizzle-orm';
import { labSession } from '../db/lab-tables.ts';
import { academyServer } from '../db/server-tables.ts';
import type { Queries } from '../db/transaction.ts';

/** A server or lab host that runs. */
export interface RunningProgram {
  serverId: string;
  /** For operators: of a server host name and process, `web-1 (process 812)`. */
  name: string;
  /** Empty of a lab host; of a server any text. */
  secret: string;
  /** Fingerprint of the key secret that a server was started with; empty of a lab host. */
  keySecret: string;
}

/** Servers and lab hosts that run, by the clock of the database. */
export function serversStore(queries: Queries) {
  const before = (ms: number) => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;
  return {
    /** Notes that a server or lab host lives. @returns whether its row was not there */
    async beat(server: RunningProgram): Promise<{ isNew: boolean }> {
      const [row] = await queries
        .insert(academyServer)
        .values(server)
        .onConflictDoUpdate({ target: academyServer.serverId, set: { seenAt: sql`clock_timestamp()` } })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      return { isNew: row?.isNew ?? false };
    },

    /** Servers that were heard of within so many milliseconds and were started with another key secret. */
    async withOtherSecret(keySecret: string, ms: number): Promise<{ name: string; startedAt: Date }[]> {
      const { name, startedAt, seenAt } = academyServer;
      return queries
        .select({ name, startedAt })
        .from(academyServer)
        .where(and(ne(academyServer.keySecret, keySecret), ne(academyServer.secret, ''), gt(seenAt, before(ms))));
    },

    async remove(serverId: string): Promise<void> {
      await queries.delete(academyServer).where(eq(academyServer.serverId, serverId));
    },

    /** Removes lab hosts that have been silent for so long. */
    async removeSilentHosts(silentMs: number): Promise<void> {
      await queries
        .delete(academyServer)
        .where(and(eq(academyServer.secret, ''), lt(academyServer.seenAt, before(silentMs))));
    },

    /** Removes servers and lab hosts that have been silent for so long. @returns how many */
    async removeSilent(silentMs: number): Promise<number> {
      const done = await queries.delete(academyServer).where(lt(academyServer.seenAt, before(silentMs)));
      return done.rowCount ?? 0;
    },

    /** Ids of lab sessions that have not ended, of lab hosts that no longer run. */
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
