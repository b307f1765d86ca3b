import { bindContact } from '../contact/contact.routes.ts';
import { contactService } from '../contact/contact.service.ts';
import { bindContactAdmin } from '../contact/contact-admin.routes.ts';
import { contactAdminStore } from '../contact/contact-admin.store.ts';
import { contactHandling } from '../contact/contact-handling.service.ts';
import type { AppContext } from './app-context.ts';

export function installContact(context: AppContext): void {
  const { calls, db } = context;
  bindContact(calls, contactService(context));
  bindContactAdmin(calls, contactAdminStore(db), contactHandling(context), context);
}
