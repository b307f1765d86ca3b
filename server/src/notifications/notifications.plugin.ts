import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import type { Database } from '../db/connect.ts';
import type { RateLimits } from '../plugins/rate-limits.ts';
import type { Tenants } from '../plugins/tenant.ts';
import { dueChoices } from './due-choices.store.ts';
import { newsStore } from './news.store.ts';
import { noticeRules } from './notice-rules.ts';
import { type NoticeSender, type NoticeSenderOptions, noticeSender, startNotices } from './notice-sender.ts';
import type { NoticeSources } from './notice-sources.ts';
import { bindNotifications } from './notifications.routes.ts';
import { notificationsService } from './notifications.service.ts';
import { addUnsubscribe } from './unsubscribe.routes.ts';

const MINUTE_MS = 60_000;

export interface NotificationsPluginOptions
  extends Omit<NoticeSources, 'news'>,
    Pick<NoticeSenderOptions, 'brandOf' | 'mailQueued'> {
  db: Database;
  tenants: Tenants;
  rateLimits: Pick<RateLimits, 'anonymous'>;
  /** How long authors must have added nothing before learners are told, minutes. */
  newsWaitMinutes: number;
  /** False leaves telling to another server. */
  sendsNotices: boolean;
  log: FastifyBaseLogger;
}

/** Lets learners choose what they are told, and tells them for as long as the server runs. @returns what tells them */
export function addNotifications(
  server: FastifyInstance,
  calls: CallTable,
  options: NotificationsPluginOptions,
): NoticeSender {
  const { db, tenants, courses, guides, progress, rateLimits, log } = options;
  const notifications = notificationsService({ db });
  bindNotifications(calls, notifications);
  addUnsubscribe(server, { tenants, notifications, count: rateLimits.anonymous });
  const pauseMs = options.newsWaitMinutes * MINUTE_MS;
  const rules = noticeRules({ due: dueChoices(db), news: newsStore(db), courses, guides, progress, pauseMs });
  const sender = noticeSender({ ...options, rules });
  const sending = options.sendsNotices ? startNotices(sender, log) : null;
  server.addHook('onClose', async () => sending?.stop());
  return sender;
}
