import {
  CONNECTION_PATHS,
  CONNECTIONS,
  type Connection,
  type ConnectionName,
  listConnections,
  setConnection,
} from '@academy/contract/connections';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { Database } from '../db/connect.ts';
import type { TenantScope } from '../values/scope.ts';
import { connectionsStore } from './connections.store.ts';

interface ConnectionsOptions {
  db: Database;
  /** Public origin of a tenant. */
  originOf(tenantId: string): string;
}

/** Administrators open and close connections of their academy; each change is audited. */
export function bindConnections(calls: CallTable, { db, originOf }: ConnectionsOptions): void {
  async function present(tenantId: TenantScope, name: ConnectionName): Promise<Connection> {
    const { isOn, usedAt } = await connectionsStore(db).get(tenantId, name);
    return {
      name,
      isOn,
      address: originOf(tenantId) + CONNECTION_PATHS[name],
      lastUsedAt: usedAt?.toISOString() ?? null,
    };
  }

  calls.bind(listConnections, async ({ scope }) => ({
    result: await Promise.all(CONNECTIONS.map((name) => present(scope.tenantId, name))),
  }));

  calls.bind(setConnection, async ({ scope, params: { name }, body: { isOn } }) => {
    const { tenantId } = scope;
    await db.transaction(async (tx) => {
      if (!(await connectionsStore(tx).set(tenantId, name, isOn))) return;
      const action = isOn ? 'connection.open' : 'connection.close';
      await writeAudit(tx, {
        action,
        target: { kind: 'connection', id: name },
        tenantId,
        details: {},
        by: auditActorOf(scope),
      });
    });
    return present(tenantId, name);
  });
}
