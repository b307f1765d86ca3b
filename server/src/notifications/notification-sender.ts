import type { AppOptions } from '../app-options.ts';
import { dueChoices } from './due-choices.store.ts';
import { makeNotificationSender, type NoticeSenderOptions, type NotificationSender } from './due-notifications.ts';
import { newsStore } from './news.store.ts';
import { notificationRules } from './notification-rules.ts';
import type { NotificationSources } from './notification-sources.ts';

const MINUTE_MS = 60_000;

type SenderOptions = Omit<NoticeSenderOptions, 'rules'> &
  Pick<NotificationSources, 'courses' | 'guides' | 'progress'> &
  Pick<AppOptions, 'newsWaitMinutes'>;

/** Sends due notifications on request; `installNotifications` requests it regularly. */
export function notificationSender(options: SenderOptions): NotificationSender {
  const { db, newsWaitMinutes } = options;
  const sources = { ...options, due: dueChoices(db), news: newsStore(db), pauseMs: newsWaitMinutes * MINUTE_MS };
  return makeNotificationSender({ ...options, rules: notificationRules(sources) });
}
