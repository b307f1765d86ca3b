import type { AppContext } from '../app-context.ts';
import { bindManagedEmails } from './managed-emails.routes.ts';
import { managedEmailsService } from './managed-emails.service.ts';

export function installManagedEmails(context: AppContext): void {
  bindManagedEmails(context.calls, managedEmailsService({ ...context, secrets: context.keySecrets }));
}
