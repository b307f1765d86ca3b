import type { Tenant } from '@academy/contract/tenants';
import type { AppContext } from '../app-context.ts';
import { bindMail } from './mail.routes.ts';
import { addMailbox } from './mailbox.routes.ts';
import { outboxStore } from './outbox.store.ts';

export function installMail(context: AppContext): void {
  const { server, calls, configs, db, hasMailServer, mailbox, tenants } = context;
  bindMail(calls, outboxStore(db), hasMailServer);
  if (!mailbox) return;
  const originsOf = (tenant: Tenant) => ({ tenantOrigins: configs.of(tenant).tenantOrigins, others: [] });
  addMailbox(server, { db, tenants, originsOf });
}
