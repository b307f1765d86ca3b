import { addAssistants } from '../assistants/assistants.routes.ts';
import { bindConnections } from '../connections/connections.routes.ts';
import { connectionsStore } from '../connections/connections.store.ts';
import { scopeOf } from '../values/scope.ts';
import type { AppContext } from './app-context.ts';

/** Connections with programs of others, which administrators open and close. */
export function installConnections(context: AppContext): void {
  const { server, calls, db, bearers, rateLimits } = context;
  const connections = connectionsStore(db);
  bindConnections(calls, context);
  addAssistants(server, {
    ...context,
    accessToken: (token) => bearers.accessToken(token),
    count: rateLimits.anonymous,
    isOn: async (tenant) => (await connections.get(scopeOf(tenant), 'assistants')).isOn,
    async used(tenant, personId, request) {
      await rateLimits.signedIn(request, personId);
      await connections.noteUse(scopeOf(tenant), 'assistants');
    },
  });
}
