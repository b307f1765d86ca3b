import type { AppContext } from '../app-context.ts';
import { bindContact } from './contact.routes.ts';
import { contactService } from './contact.service.ts';
import { bindContactAdmin } from './contact-admin.routes.ts';
import { contactAdminStore } from './contact-admin.store.ts';
import { contactHandling } from './contact-handling.service.ts';

export function installContact(context: AppContext): void {
  const { calls, db } = context;
  bindContact(calls, contactService(context));
  bindContactAdmin(calls, contactAdminStore(db), contactHandling(context));
}
