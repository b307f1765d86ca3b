import { bindManagedEmails } from '../managed-emails/managed-emails.routes.ts';
import { managedEmailsService } from '../managed-emails/managed-emails.service.ts';
import type { AppContext } from './app-context.ts';

export function installManagedEmails(context: AppContext): void {
  bindManagedEmails(context.calls, managedEmailsService({ ...context, secrets: context.keySecrets }));
}
