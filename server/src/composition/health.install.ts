import { bindHealth } from '../health/health.routes.ts';
import { healthService } from '../health/health.service.ts';
import { healthStore } from '../health/health.store.ts';
import { observe } from '../health/observed.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import type { AppContext } from './app-context.ts';

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
