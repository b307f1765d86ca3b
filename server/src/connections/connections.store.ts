import type { ConnectionName } from '@academy/contract/connections';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { connection } from '../db/connection-tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

export interface ConnectionRow {
  isOn: boolean;
  usedAt: Date | null;
}

const CLOSED: ConnectionRow = { isOn: false, usedAt: null };

export function connectionsStore(db: Queries) {
  const one = (tenantId: TenantScope, name: ConnectionName) =>
    and(eq(connection.tenantId, tenantId), eq(connection.name, name));

  return {
    /** One that nobody ever opened is closed. */
    async get(tenantId: TenantScope, name: ConnectionName): Promise<ConnectionRow> {
      const columns = { isOn: connection.isOn, usedAt: connection.usedAt };
      const [row] = await db.select(columns).from(connection).where(one(tenantId, name));
      return row ?? CLOSED;
    },

    /** @returns whether that changed anything */
    async set(tenantId: TenantScope, name: ConnectionName, isOn: boolean): Promise<boolean> {
      const rows = await db
        .insert(connection)
        .values({ tenantId, name, isOn })
        .onConflictDoUpdate({
          target: [connection.tenantId, connection.name],
          set: { isOn },
          setWhere: sql`${connection.isOn} <> excluded.is_on`,
        })
        .returning({ name: connection.name });
      return rows.length > 0;
    },

    /** Notes a use, once a minute. */
    async noteUse(tenantId: TenantScope, name: ConnectionName): Promise<void> {
      const isOld = or(isNull(connection.usedAt), lt(connection.usedAt, sql`now() - interval '1 minute'`));
      await db
        .update(connection)
        .set({ usedAt: sql`now()` })
        .where(and(one(tenantId, name), isOld));
    },
  };
}
