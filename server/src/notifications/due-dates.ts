import type { Due } from '@academy/contract/assignments';
import { SOON_DAYS } from '@academy/contract/rules/due';
import type { Database } from '../db/connect.ts';
import type { DueDates } from '../mail/templates/notification-mail.ts';
import { type DueChoice, dueChoices } from './due-choices.store.ts';
import type { Finding, NotificationRule } from './notification-rule.ts';
import type { NotificationSources } from './notification-sources.ts';
import { notificationsStore } from './notifications.store.ts';

const DAY_MS = 86_400_000;
/** Nothing about due dates is sent so soon after the last one, ms: never two mails in a day. */
const PAUSE_MS = 20 * 3_600_000;

type Kind = 'due-soon' | 'overdue';

/** A reminder of an assignment: a week and a day before its due date, and each week after it. */
function subjectOf({ assignmentId, dueOn, daysLeft, state }: Due): { kind: Kind; name: string } | null {
  if (dueOn === null || daysLeft === null) return null;
  if (state === 'overdue')
    return { kind: 'overdue', name: `${assignmentId} ${dueOn} late ${Math.floor(-daysLeft / 7)}` };
  if (state !== 'open' || daysLeft > SOON_DAYS) return null;
  return { kind: 'due-soon', name: `${assignmentId} ${dueOn} in ${daysLeft <= 1 ? 1 : SOON_DAYS}` };
}

/**
 * The rules of mails before and after due dates. Whoever turned on both gets one digest of both; each choice is evaluated
 * once a day.
 */
export function dueDateRules(db: Database, due: NotificationSources['due']): NotificationRule[] {
  async function find(kind: Kind, { choice, until }: DueChoice): Promise<Finding | null> {
    const store = notificationsStore(db);
    const on = (await store.on(choice.personId as never))
      .filter(({ tenantId }) => tenantId === choice.tenantId)
      .map((one) => one.kind);
    // The mail before the due date has what is overdue, too.
    if (kind === 'overdue' && on.includes('due-soon')) return null;
    const kinds = (['due-soon', 'overdue'] as const).filter((one) => on.includes(one));
    if (await store.wasSentSince(choice, kinds, new Date(until.getTime() - PAUSE_MS))) return null;
    const dues = (await due.ofPerson(choice.tenantId as never, choice.personId, until.getTime())).flatMap((one) => {
      const subject = subjectOf(one);
      return subject === null || !kinds.includes(subject.kind) ? [] : [{ one, subject }];
    });
    if (dues.length === 0) return null;
    const of = (wanted: Kind): DueDates['soon'] =>
      dues.flatMap(({ one: { title, path, dueOn }, subject }) =>
        subject.kind === wanted && dueOn !== null ? [{ title, path, dueOn }] : [],
      );
    return {
      subjects: dues.map(({ subject }) => `${choice.tenantId} ${subject.name}`),
      notification: () => ({ kind, due: { soon: of('due-soon'), overdue: of('overdue') } }),
    };
  }

  return (['due-soon', 'overdue'] as const).map((kind) => ({
    kind,
    due: (now, max) => dueChoices(db).daily(kind, now, max),
    find: (one) => find(kind, one),
    // At the same time of the day, whatever was missed.
    next: ({ choice }, now) => {
      const days = Math.floor((now.getTime() - choice.dueAt.getTime()) / DAY_MS) + 1;
      return { dueAt: new Date(choice.dueAt.getTime() + days * DAY_MS) };
    },
  }));
}
