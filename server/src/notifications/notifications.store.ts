import { randomBytes } from 'node:crypto';
import type { NotificationKind } from '@academy/contract/notifications';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { notificationChoice, sentNotification } from '../db/notification-tables.ts';
import { outboxMail, person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonRow } from '../people/people.store.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type ChoiceRow = typeof notificationChoice.$inferSelect;

/** Whose choice of which kind. */
export interface ChoiceName {
  personId: PersonId;
  tenantId: TenantScope;
  kind: NotificationKind;
}

/** People's choices of notifications, and what they were sent. */
export function notificationsStore(queries: Queries) {
  const named = ({ personId, tenantId, kind }: Pick<ChoiceRow, 'personId' | 'tenantId' | 'kind'>) =>
    and(
      eq(notificationChoice.personId, personId),
      eq(notificationChoice.tenantId, tenantId),
      eq(notificationChoice.kind, kind),
    );

  return {
    /** Those of a person that are on, of all academies. */
    async on(personId: PersonId): Promise<ChoiceRow[]> {
      return queries
        .select()
        .from(notificationChoice)
        .where(and(eq(notificationChoice.personId, personId), eq(notificationChoice.isOn, true)));
    },

    async person(personId: string): Promise<PersonRow | null> {
      const [row] = await queries.select().from(person).where(eq(person.personId, personId));
      return row ?? null;
    },

    /** The person, locked, so that they are neither removed nor changed meanwhile; null: removed already. */
    async holdPerson(personId: string): Promise<PersonRow | null> {
      const [row] = await queries.select().from(person).where(eq(person.personId, personId)).for('no key update');
      return row ?? null;
    },

    /** Turns on; events before `at` are not sent. */
    async switchOn(name: ChoiceName, at: Date, dueAt: Date): Promise<void> {
      const since = { isOn: true, chosenAt: at, lookedUntil: at, dueAt };
      await queries
        .insert(notificationChoice)
        .values({ ...name, ...since, token: randomBytes(16).toString('base64url') })
        .onConflictDoUpdate({
          target: [notificationChoice.personId, notificationChoice.tenantId, notificationChoice.kind],
          set: since,
          setWhere: eq(notificationChoice.isOn, false),
        });
    },

    /** Turns off, and deletes mail that was not sent yet. @param tenantId null: in all academies */
    async switchOff({ personId, kind }: ChoiceName, tenantId: TenantScope | null, at: Date): Promise<void> {
      const inAcademy = tenantId === null ? undefined : eq(notificationChoice.tenantId, tenantId);
      await queries
        .update(notificationChoice)
        .set({ isOn: false, chosenAt: at })
        .where(
          and(
            eq(notificationChoice.personId, personId),
            eq(notificationChoice.kind, kind),
            eq(notificationChoice.isOn, true),
            inAcademy,
          ),
        );
      const keys = queries
        .select({ key: sentNotification.mailKey })
        .from(sentNotification)
        .where(
          and(
            eq(sentNotification.personId, personId),
            eq(sentNotification.kind, kind),
            tenantId === null ? undefined : eq(sentNotification.tenantId, tenantId),
          ),
        );
      await queries.delete(outboxMail).where(and(inArray(outboxMail.key, keys), isNull(outboxMail.sentAt)));
    },

    /** The choice of a link; null for an unknown token. */
    async byToken(token: string): Promise<ChoiceRow | null> {
      const [row] = await queries.select().from(notificationChoice).where(eq(notificationChoice.token, token));
      return row ?? null;
    },

    /** The choice as it was read, locked; null when it was changed since, or another server has evaluated it. */
    async holdSame(choice: ChoiceRow): Promise<ChoiceRow | null> {
      const [row] = await queries
        .select()
        .from(notificationChoice)
        .where(and(named(choice), eq(notificationChoice.isOn, true)))
        .for('update');
      const isSame =
        row !== undefined &&
        row.lookedUntil.getTime() === choice.lookedUntil.getTime() &&
        row.dueAt.getTime() === choice.dueAt.getTime();
      return isSame ? row : null;
    },

    /** Sets when to evaluate the choice next, and up to which moment it was evaluated. */
    async moveOn(choice: ChoiceRow, to: { lookedUntil?: Date; dueAt?: Date }): Promise<void> {
      await queries.update(notificationChoice).set(to).where(named(choice));
    },

    /**
     * Records the subjects of a mail.
     *
     * @returns those of them that were never sent before
     */
    async note(choice: ChoiceRow, subjects: readonly string[], mailKey: string, sentAt: Date): Promise<Set<string>> {
      if (subjects.length === 0) return new Set();
      const { personId, tenantId, kind } = choice;
      const added = await queries
        .insert(sentNotification)
        .values(subjects.map((subject) => ({ personId, tenantId, kind, subject, mailKey, sentAt })))
        .onConflictDoNothing()
        .returning({ subject: sentNotification.subject });
      return new Set(added.map(({ subject }) => subject));
    },

    /** Whether a mail of one of these kinds was written for the choice's person and academy since a moment. */
    async wasSentSince({ personId, tenantId }: ChoiceRow, kinds: readonly string[], since: Date): Promise<boolean> {
      const { rows } = await queries.execute<{ sent: boolean }>(sql`
        select exists (select from notice where person_id = ${personId} and tenant_id = ${tenantId}
          and kind = any(${sql.param(kinds)}::text[]) and told_at > ${since}) as sent`);
      return rows[0]?.sent === true;
    },

    /** Verified addresses besides the log-in address: personal before work, the oldest first. */
    async verifiedAddresses(personId: string): Promise<string[]> {
      const { rows } = await queries.execute<{ email: string }>(sql`
        select email from managed_email
        where person_id = ${personId} and type in ('personal', 'work') and verified_at is not null
        order by type, verified_at`);
      return rows.map(({ email }) => email);
    },
  };
}

export type NotificationsStore = ReturnType<typeof notificationsStore>;
