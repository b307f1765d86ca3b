import type { AppContext } from '../app-context.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import { bindHealth } from './health.routes.ts';
import { healthService } from './health.service.ts';
import { healthStore } from './health.store.ts';
import { observe } from './observed.ts';

export function installHealth(context: AppContext): void {
  const { server, calls, db, tenants, addIdentity, freeBytes } = context;
  const health = healthService({
    ...context,
    store: healthStore(db),
    outbox: outboxStore(db),
    observed: observe(server),
    tenantIds: [...tenants.keys()],
    hasOwnLogIn: addIdentity !== null,
    freeBytes: freeBytes ?? (() => null),
  });
  bindHealth(calls, health);
}
