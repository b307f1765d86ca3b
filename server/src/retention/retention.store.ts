import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { alert } from '../db/alert-tables.ts';
import type { Database } from '../db/connect.ts';
import { deleteSome } from '../db/delete-in-batches.ts';
import { draft } from '../db/draft-tables.ts';
import { accountCode, accountDevice, attemptWindow, identityArtifact } from '../db/identity-tables.ts';
import { peopleImport } from '../db/import-tables.ts';
import { labSession } from '../db/lab-tables.ts';
import { contactMessage } from '../db/message-tables.ts';
import { sentNotification } from '../db/notification-tables.ts';
import { pageView } from '../db/page-view-tables.ts';
import { directoryPerson } from '../db/provisioning-tables.ts';
import { auditEvent, feedback, knowledgeCheckAttempt, outboxMail } from '../db/tables.ts';
import { viewAs } from '../db/view-as-tables.ts';
import { webhookDelivery } from '../db/webhook-tables.ts';
import { removePerson } from '../people/remove-person.ts';
import { RETENTION_NAMES, type Retention, type RetentionName } from './retention-settings.ts';

/** People who are removed before it is asked again whether the server is to stop. */
const PEOPLE = 100;

interface Rule {
  table: PgTable;
  /** The moment from which its days count. */
  since: PgColumn;
  /** What else must hold. */
  only?: SQL;
  /** True: each row goes with its whole person, progress and certificates included. */
  ofPeople?: true;
}

/** Where the records of each period are. A row goes with what belongs to it alone, by the database's own references. */
export const RETENTION_RULES: Readonly<Record<RetentionName, Rule>> = {
  audit: { table: auditEvent, since: auditEvent.at },
  mail: { table: outboxMail, since: outboxMail.createdAt },
  deliveries: { table: webhookDelivery, since: webhookDelivery.happenedAt },
  notifications: { table: sentNotification, since: sentNotification.sentAt },
  pageViews: { table: pageView, since: pageView.day },
  labs: { table: labSession, since: labSession.lastSeenAt, only: eq(labSession.state, 'ended') },
  contact: { table: contactMessage, since: contactMessage.createdAt },
  feedback: { table: feedback, since: feedback.createdAt },
  imports: { table: peopleImport, since: peopleImport.startedAt },
  leavers: {
    table: directoryPerson,
    since: directoryPerson.deletedAt,
    only: isNotNull(directoryPerson.deletedAt),
    ofPeople: true,
  },
  visitorAttempts: {
    table: knowledgeCheckAttempt,
    since: knowledgeCheckAttempt.createdAt,
    only: isNull(knowledgeCheckAttempt.personId),
  },
  impersonations: { table: viewAs, since: viewAs.expiresAt },
  drafts: { table: draft, since: draft.expiresAt, only: isNull(draft.publishAt) },
  deletedAlerts: { table: alert, since: alert.deletedAt, only: isNotNull(alert.deletedAt) },
  devices: { table: accountDevice, since: accountDevice.lastUsedAt },
  signIn: { table: identityArtifact, since: identityArtifact.expiresAt },
  codes: { table: accountCode, since: accountCode.expiresAt },
  limits: { table: attemptWindow, since: attemptWindow.endsAt },
};

export function retentionStore(db: Database) {
  /** Rows whose days are over, by the clock of the database. */
  const over = ({ since, only }: Rule, days: number): SQL | undefined =>
    and(only, lt(since, sql`now() - ${days} * interval '1 day'`));

  /** Removes people one after the other, because each holds a lock that others wait for. @returns how many */
  async function removePeople(due: SQL | undefined): Promise<number> {
    const rows = await db.select({ personId: directoryPerson.personId }).from(directoryPerson).where(due).limit(PEOPLE);
    let removed = 0;
    for (const { personId } of rows) {
      const isRemoved = await db.transaction(async (tx) => {
        // The directory may have added the person again meanwhile.
        const isDue = and(eq(directoryPerson.personId, personId), due);
        const [still] = await tx.select().from(directoryPerson).where(isDue).for('update', { skipLocked: true });
        return still !== undefined && (await removePerson(tx, personId)) !== null;
      });
      if (isRemoved) removed += 1;
    }
    return removed;
  }

  return {
    /** How many rows would be deleted now; null: they are kept. */
    async due(retention: Retention): Promise<Record<RetentionName, number | null>> {
      const counts: [RetentionName, number | null][] = [];
      for (const name of RETENTION_NAMES) {
        const days = retention[name];
        const rule = RETENTION_RULES[name];
        counts.push([name, days === null ? null : await db.$count(rule.table, over(rule, days))]);
      }
      return Object.fromEntries(counts) as Record<RetentionName, number | null>;
    },

    /** Deletes some of the rows that are due; rows that something else holds wait for the next time. @returns how many */
    async deleteSome(name: RetentionName, days: number): Promise<number> {
      const rule = RETENTION_RULES[name];
      return rule.ofPeople === true ? removePeople(over(rule, days)) : deleteSome(db, rule.table, over(rule, days));
    },
  };
}
