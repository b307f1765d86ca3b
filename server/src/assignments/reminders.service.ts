import { AcademyError } from '@academy/contract/errors';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { reminderMail } from '../mail/templates/reminder-mail.ts';
import { recipientOf } from '../notifications/notification-address.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { AssignmentsService } from './assignments.service.ts';
import type { GroupProgressService, OfGroup } from './group-progress.service.ts';

export interface RemindersOptions {
  db: Database;
  assignments: AssignmentsService;
  progress: GroupProgressService;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
  now?: () => number;
}

/** Reminders that managers send by hand. People answer to the manager. */
export function remindersService({ db, assignments, progress, brandOf, mailQueued, now = Date.now }: RemindersOptions) {
  /**
   * Reminds people of a group who are not done, each once a day.
   *
   * @throws AcademyError not-found for a group or person that the caller does not look after; conflict without a verified
   * address to answer to
   */
  return async function remind(scope: SignedInScope, of: OfGroup, userIds: readonly string[]) {
    await assignments.ofGroup(scope, of.groupId, of.assignmentId);
    const sender = await recipientOf(db, scope.actor.personId);
    if (sender === null) throw new AcademyError('conflict', { message: replyTexts.noAnswerAddress });
    const replyTo = sender.email;
    const from = `${sender.firstName} ${sender.lastName}`.trim() || replyTo;
    const standings = await progress.standingsOf(scope.tenantId, of, [...new Set(userIds)]);
    const { tenant, origin } = brandOf(scope.tenantId);
    const day = new Date(now()).toISOString().slice(0, 10);
    const sent = await db.transaction(async (tx) => {
      const before = await remindedAlready(
        tx,
        [...standings.keys()].map((id) => keyOf(of.assignmentId, id, day)),
      );
      let written = 0;
      for (const [personId, { due, item }] of standings) {
        const key = keyOf(of.assignmentId, personId, day);
        if (due.state === 'done' || due.state === 'later' || before.has(key)) continue;
        const who = await recipientOf(tx, personId);
        if (who === null) continue;
        const reminder = { from, replyTo, key, email: who.email, firstName: who.firstName, item, due };
        await enqueueMail(
          tx,
          inLanguageOf(who.language, () => reminderMail(tenant, origin, reminder)),
        );
        written += 1;
      }
      if (written > 0) await assignments.audit(tx, scope, 'assignment.remind', of.assignmentId, { people: written });
      return written;
    });
    if (sent > 0) mailQueued();
    return { sent, left: new Set(userIds).size - sent };
  };
}

const keyOf = (assignmentId: string, personId: string, day: string) => `reminder ${assignmentId} ${personId} ${day}`;

async function remindedAlready(tx: Pick<Database, 'execute'>, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ key: string }>(
    sql`select key from outbox_mail where key = any(${sql.param(keys)}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}
