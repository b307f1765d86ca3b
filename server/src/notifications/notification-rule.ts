import type { NotificationKind } from '@academy/contract/notifications';
import type { Notification } from '../mail/templates/notification-mail.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { DueChoice } from './due-choices.store.ts';

/** The content of a notification. */
export interface Finding {
  /** Names of its subjects: each is sent to a person once. */
  subjects: readonly string[];
  /** Makes the notification. @param fresh the subjects that were never sent; at least one */
  notification(fresh: ReadonlySet<string>): Notification;
}

/** The rule of one kind of notification. */
export interface NotificationRule {
  kind: NotificationKind;
  /** Evaluated no more often than this, ms; left out: in every run. */
  everyMs?: number;
  /** Choices for which there may be something to send now. */
  due(now: Date, max: number): Promise<DueChoice[]>;
  /** @returns null when there is nothing to send after all */
  find(due: DueChoice, scope: SignedInScope): Promise<Finding | null>;
  /** When to evaluate the choice again. @param isSent whether a mail was written */
  next(due: DueChoice, now: Date, isSent: boolean): { lookedUntil?: Date; dueAt?: Date };
}
