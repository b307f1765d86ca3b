import type { AppOptions } from '../app-options.ts';
import { dueChoices } from './due-choices.store.ts';
import { newsStore } from './news.store.ts';
import { noticeRules } from './notice-rules.ts';
import { type NoticeSender, type NoticeSenderOptions, noticeSender } from './notice-sender.ts';
import type { NoticeSources } from './notice-sources.ts';

const MINUTE_MS = 60_000;

type SenderOptions = Omit<NoticeSenderOptions, 'rules'> &
  Pick<NoticeSources, 'courses' | 'guides' | 'progress'> &
  Pick<AppOptions, 'newsWaitMinutes'>;

/** Sends due notifications on request; `installNotifications` requests it regularly. */
export function notificationSender(options: SenderOptions): NoticeSender {
  const { db, newsWaitMinutes } = options;
  const sources = { ...options, due: dueChoices(db), news: newsStore(db), pauseMs: newsWaitMinutes * MINUTE_MS };
  return noticeSender({ ...options, rules: noticeRules(sources) });
}
