import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Connections of an academy with programs of others, each closed until an administrator opens it. */
export const CONNECTIONS = ['assistants'] as const;
/** Where each is, on the origin of its academy. */
export const CONNECTION_PATHS = { assistants: '/mcp' } as const satisfies Record<(typeof CONNECTIONS)[number], string>;
export const ConnectionNameSchema = v.picklist(CONNECTIONS);
export type ConnectionName = v.InferOutput<typeof ConnectionNameSchema>;

export const ConnectionSchema = v.object({
  name: ConnectionNameSchema,
  isOn: v.boolean(),
  /** Where programs find it. */
  address: v.string(),
  /** Null: never. */
  lastUsedAt: v.nullable(v.string()),
});
export type Connection = v.InferOutput<typeof ConnectionSchema>;

export const listConnections = defineCall({
  name: 'listConnections',
  method: 'GET',
  path: '/admin/connections',
  summary: 'Connections of an academy with programs of others, whether they are open, and when each was last used.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  reply: v.object({ result: v.array(ConnectionSchema) }),
});

export const setConnection = defineCall({
  name: 'setConnection',
  method: 'PUT',
  path: '/admin/connections/:name',
  summary: 'Opens or closes a connection of an academy; closed, it answers as if it did not exist.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: v.strictObject({ name: ConnectionNameSchema }),
  body: v.strictObject({ isOn: v.boolean() }),
  reply: ConnectionSchema,
});
