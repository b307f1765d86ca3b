import type { AppContext } from '../app-context.ts';
import { dueChoices } from './due-choices.store.ts';
import { newsStore } from './news.store.ts';
import { noticeRules } from './notice-rules.ts';
import { type NoticeSender, type NoticeSenderOptions, noticeSender, startNotices } from './notice-sender.ts';
import type { NoticeSources } from './notice-sources.ts';
import { bindNotifications } from './notifications.routes.ts';
import { notificationsService } from './notifications.service.ts';
import { addUnsubscribe } from './unsubscribe.routes.ts';

const MINUTE_MS = 60_000;

type SenderOptions = Omit<NoticeSenderOptions, 'rules'> &
  Pick<NoticeSources, 'courses' | 'guides' | 'progress'> &
  Pick<AppContext, 'newsWaitMinutes'>;

/** Sends due notifications on request; `installNotifications` requests it regularly. */
export function notificationSender(options: SenderOptions): NoticeSender {
  const { db, newsWaitMinutes } = options;
  const sources = { ...options, due: dueChoices(db), news: newsStore(db), pauseMs: newsWaitMinutes * MINUTE_MS };
  return noticeSender({ ...options, rules: noticeRules(sources) });
}

/** Lets learners choose their notifications, and sends them while the server runs. */
export function installNotifications(context: AppContext): void {
  const { server, calls, db, tenants, notices, rateLimits, log } = context;
  const notifications = notificationsService({ db });
  bindNotifications(calls, notifications);
  addUnsubscribe(server, { tenants, notifications, count: rateLimits.anonymous });
  // Without a mail server and a mailbox the mails would never be read.
  const sends = (context.sendsNotices ?? true) && (context.hasMailServer || context.mailbox);
  const sending = sends ? startNotices(notices, log) : null;
  server.addHook('onClose', async () => sending?.stop());
}
