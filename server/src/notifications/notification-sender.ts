import { randomUUID } from 'node:crypto';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { FastifyBaseLogger } from 'fastify';
import { type PollingOptions, startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { inLanguageOf } from '../http/language.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { notificationMail } from '../mail/templates/notification-mail.ts';
import { actorOf } from '../people/people.service.ts';
import { type SignedInScope, scopeOf } from '../values/scope.ts';
import type { DueChoice } from './due-choices.store.ts';
import { notificationAddress } from './notification-address.ts';
import type { NotificationRule } from './notification-rule.ts';
import { notificationsStore } from './notifications.store.ts';

const HOUR_MS = 3_600_000;
/** Choices of each kind that are evaluated at once; the others wait for the next run. */
const BATCH = 200;
/** Of these at the same time: most of the time of each is waiting for the database. */
const AT_ONCE = 4;
/** Due notifications are found by polling this often, ms. */
const POLL_EVERY_MS = 5_000;

export interface NotificationSenderOptions {
  db: Database;
  rules: readonly NotificationRule[];
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Sends due notifications on request; `startNotifications` requests it regularly. */
export function notificationSender({ db, rules, brandOf, mailQueued, log }: NotificationSenderOptions) {
  /** @returns whether a mail was written */
  async function send(rule: NotificationRule, due: DueChoice, now: Date): Promise<boolean> {
    const { choice } = due;
    const { tenant, origin } = brandOf(choice.tenantId);
    // An academy without an address cannot offer to unsubscribe.
    if (origin === null || tenant.tenantId !== choice.tenantId)
      throw new Error(`the academy ${choice.tenantId} has no address`);
    const who = await notificationsStore(db).person(choice.personId);
    if (who === null) return false;
    const actor = actorOf(
      who,
      { kind: 'session', grantId: null, sessionUid: null, authenticatedAt: null },
      now.getTime(),
    );
    const scope: SignedInScope = { tenant, tenantId: scopeOf(tenant), actor, correlationId: '' };
    const finding = await rule.find(due, scope);
    return db.transaction(async (tx) => {
      const store = notificationsStore(tx);
      // In the same order as the deletion of people, so that the two cannot deadlock.
      const held = await store.holdPerson(choice.personId);
      if (held === null || (await store.holdSame(choice)) === null) return false;
      const email = finding === null ? null : await notificationAddress(tx, held);
      let isSent = false;
      if (finding !== null && email !== null) {
        const key = `notice ${randomUUID()}`;
        const fresh = await store.note(choice, finding.subjects, key, now);
        if (fresh.size > 0) {
          const unsubscribeUrl = `${origin}/unsubscribe?token=${choice.token}`;
          const to = { email, firstName: held.firstName, unsubscribeUrl, key };
          await enqueueMail(
            tx,
            inLanguageOf(held.language, () => notificationMail(tenant, origin, finding.notification(fresh), to)),
          );
          isSent = true;
        }
      }
      const next = rule.next(due, now, isSent);
      if (Object.keys(next).length > 0) await store.moveOn(choice, next);
      return isSent;
    });
  }

  /** A failure does not stop the others, and is retried later. */
  async function sendOrPostpone(rule: NotificationRule, due: DueChoice, now: Date): Promise<boolean> {
    try {
      return await send(rule, due, now);
    } catch (error) {
      await notificationsStore(db).moveOn(due.choice, { dueAt: new Date(now.getTime() + HOUR_MS) });
      log.warn({ err: error, kind: rule.kind }, 'a notification could not be sent and is tried again');
      return false;
    }
  }

  return {
    /**
     * Sends what is due at a moment.
     *
     * @param asked the rules to evaluate
     * @returns number of written mails, and whether more choices are due
     */
    async sendDue(
      now: Date,
      asked = (_rule: NotificationRule): boolean => true,
    ): Promise<{ mails: number; isMore: boolean }> {
      let mails = 0;
      let isMore = false;
      for (const rule of rules.filter(asked)) {
        const due = await rule.due(now, BATCH);
        for (let from = 0; from < due.length; from += AT_ONCE) {
          const sent = await Promise.all(due.slice(from, from + AT_ONCE).map((one) => sendOrPostpone(rule, one, now)));
          mails += sent.filter(Boolean).length;
        }
        isMore ||= due.length === BATCH;
      }
      if (mails > 0) mailQueued();
      return { mails, isMore };
    },
  };
}

export type NotificationSender = ReturnType<typeof notificationSender>;

/** Sends due notifications until it is stopped. Several servers may share one database. */
export function startNotifications(sender: NotificationSender, log: PollingOptions['log']): { stop(): Promise<void> } {
  /** When each rule was evaluated last, ms since 1970. */
  const askedAt = new Map<NotificationRule, number>();

  function isTimeFor(rule: NotificationRule, at: number): boolean {
    if (at - (askedAt.get(rule) ?? 0) < (rule.everyMs ?? 0)) return false;
    askedAt.set(rule, at);
    return true;
  }

  async function sendDue(): Promise<number | undefined> {
    const now = new Date();
    const { isMore } = await sender.sendDue(now, (rule) => isTimeFor(rule, now.getTime()));
    return isMore ? 0 : undefined;
  }

  const sending = startPolling({ work: 'sending notifications', everyMs: POLL_EVERY_MS, run: sendDue, log });
  return {
    stop: () => sending.stop(),
  };
}
