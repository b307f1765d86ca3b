import { startNotifications } from '../notifications/notification-sender.ts';
import { bindNotifications } from '../notifications/notifications.routes.ts';
import { notificationsService } from '../notifications/notifications.service.ts';
import { addUnsubscribe } from '../notifications/unsubscribe.routes.ts';
import type { AppContext } from './app-context.ts';

/** Lets learners choose their notifications, and sends them while the server runs. */
export function installNotifications(context: AppContext): void {
  const { server, calls, db, tenants, notificationSender, rateLimits, log } = context;
  const notifications = notificationsService({ db });
  bindNotifications(calls, notifications);
  addUnsubscribe(server, { tenants, notifications, count: rateLimits.anonymous });
  // Without a mail server and a mailbox the mails would never be read.
  const sends = (context.sendsNotifications ?? true) && (context.hasMailServer || context.mailbox);
  const sending = sends ? startNotifications(notificationSender, log) : null;
  server.addHook('onClose', async () => sending?.stop());
}
