import type { Tenant } from '@academy/contract/tenants';
import { bindMail } from '../mail/mail.routes.ts';
import { addMailbox } from '../mail/mailbox.routes.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import type { AppContext } from './app-context.ts';

export function installMail(context: AppContext): void {
  const { server, calls, configs, db, hasMailServer, mailbox, tenants } = context;
  bindMail(calls, outboxStore(db), hasMailServer);
  if (!mailbox) return;
  const originsOf = (tenant: Tenant) => ({ tenantOrigins: configs.of(tenant).tenantOrigins, others: [] });
  addMailbox(server, { db, tenants, originsOf });
}
