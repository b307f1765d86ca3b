import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { eq } from 'drizzle-orm';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { PersonChange } from '../mail/templates/rights-mail.ts';
import { lockAdministrators, refuseLastAdministrator } from './administrators.ts';
import type { Membership } from './people.present.ts';
import type { PersonRow } from './people.store.ts';
import { type BrandOfMails, type ChangedBy, mailAdministrators } from './rights-news.ts';

export interface RightsOptions {
  db: Database;
  brandOf: BrandOfMails;
  /** Called after a change: cached people are stale, and there may be mail to send. */
  changed?: () => void;
}

/**
 * Changes administrators and Pro memberships: audited in the same transaction and mailed to all other administrators,
 * with at least one administrator at any time.
 */
export function rightsService({ db, brandOf, changed = () => {} }: RightsOptions) {
  async function targetOf(tx: Transaction, personId: string): Promise<PersonRow> {
    const [row] = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
    if (row === undefined) throw new AcademyError('not-found');
    return row;
  }

  async function write(
    tx: Transaction,
    row: PersonRow,
    values: Partial<Pick<PersonRow, 'isAdmin' | 'proStartsAt' | 'proEndsAt'>>,
  ): Promise<PersonRow> {
    const [written] = await tx.update(person).set(values).where(eq(person.personId, row.personId)).returning();
    if (written === undefined) throw new AcademyError('not-found');
    return written;
  }

  async function auditAndMail(
    tx: Transaction,
    before: PersonRow,
    row: PersonRow,
    change: PersonChange,
    by: ChangedBy,
  ): Promise<void> {
    await writeAudit(tx, {
      action: ACTIONS[change.kind],
      target: { kind: 'person', id: row.personId },
      tenantId: null,
      details: { email: row.email, before: rightsOf(before, change), after: rightsOf(row, change), ...by.details },
      by: by.audit,
    });
    await mailAdministrators(tx, brandOf, { name: nameOf(row), email: row.email }, change, by);
  }

  return {
    /**
     * @returns the person after the call; does nothing when the role is the same
     * @throws AcademyError not-found; conflict for the only administrator; not-allowed when the caller is no
     * administrator any more
     */
    async setAdmin(personId: string, isAdmin: boolean, by: ChangedBy): Promise<PersonRow> {
      const row = await db.transaction(async (tx) => {
        await lockAdministrators(tx);
        await refuseFormerAdministrator(tx, by.audit.personId);
        const before = await targetOf(tx, personId);
        if (before.isAdmin === isAdmin) return before;
        if (!isAdmin) await refuseLastAdministrator(tx, personId);
        const written = await write(tx, before, { isAdmin });
        await auditAndMail(tx, before, written, { kind: isAdmin ? 'admin-made' : 'admin-ended' }, by);
        return written;
      });
      changed();
      return row;
    },

    /**
     * @param membership null ends it
     * @throws AcademyError not-found
     */
    async setMembership(personId: string, membership: Membership | null, by: ChangedBy): Promise<PersonRow> {
      const row = await db.transaction(async (tx) => {
        const before = await targetOf(tx, personId);
        const values = { proStartsAt: membership?.startsAt ?? null, proEndsAt: membership?.endsAt ?? null };
        if (sameMoment(before.proStartsAt, values.proStartsAt) && sameMoment(before.proEndsAt, values.proEndsAt))
          return before;
        const written = await write(tx, before, values);
        const change: PersonChange =
          membership === null ? { kind: 'membership-ended' } : { kind: 'membership-set', ...membership };
        await auditAndMail(tx, before, written, change, by);
        return written;
      });
      changed();
      return row;
    },
  };
}

export type RightsService = ReturnType<typeof rightsService>;

const ACTIONS: Readonly<Record<PersonChange['kind'], AuditAction>> = {
  'admin-made': 'person.make-admin',
  'admin-ended': 'person.end-admin',
  'membership-set': 'person.set-membership',
  'membership-ended': 'person.end-membership',
};

/** The rights that a change affects. */
function rightsOf(row: PersonRow, { kind }: PersonChange): Record<string, string | boolean | null> {
  if (kind === 'admin-made' || kind === 'admin-ended') return { isAdmin: row.isAdmin };
  return { startsAt: row.proStartsAt?.toISOString() ?? null, endsAt: row.proEndsAt?.toISOString() ?? null };
}

/** When two administrators revoke each other's role at once, the second call comes from a former administrator. */
async function refuseFormerAdministrator(tx: Transaction, personId: string | null): Promise<void> {
  if (personId === null) return;
  const [row] = await tx.select({ isAdmin: person.isAdmin }).from(person).where(eq(person.personId, personId));
  if (row?.isAdmin !== true) throw new AcademyError('not-allowed');
}

const nameOf = ({ firstName, lastName }: PersonRow): string => `${firstName} ${lastName}`.trim();

function sameMoment(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}
