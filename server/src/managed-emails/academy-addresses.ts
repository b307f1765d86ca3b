import { EmailSchema } from '@academy/contract/email';
import type { AcademyEmailType } from '@academy/contract/managed-emails';
import type { TenantId } from '@academy/contract/tenants';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { managedEmail } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Most administrators who are told of something in the place of an address that nobody has set. */
const MOST_ADMINISTRATORS = 10;

/** Who is told, and which address mail comes from, of each academy. */
export interface AcademyAddresses {
  /**
   * Who gets a message to the academy: its verified addresses; where there is none the address of the settings; where
   * there is none either, the administrators, so that no word goes unread.
   */
  recipients(queries: Queries, tenantId: TenantId, type: 'contact' | 'feedback'): Promise<string[]>;
  /** The verified address that an academy wants its mail to come from; null: none. */
  sender(queries: Queries, tenantId: TenantId): Promise<string | null>;
}

/** @param contactAddresses of the settings, by tenant */
export function academyAddresses(contactAddresses: Readonly<Record<TenantId, string>>): AcademyAddresses {
  async function verified(queries: Queries, tenantId: TenantId, type: AcademyEmailType): Promise<string[]> {
    const rows = await queries
      .select({ email: managedEmail.email })
      .from(managedEmail)
      .where(and(eq(managedEmail.tenantId, tenantId), eq(managedEmail.type, type), isNotNull(managedEmail.verifiedAt)))
      .orderBy(desc(managedEmail.verifiedAt));
    return rows.map(({ email }) => email);
  }

  async function administrators(queries: Queries): Promise<string[]> {
    const rows = await queries
      .select({ email: person.email })
      .from(person)
      .where(and(eq(person.isAdmin, true), eq(person.emailVerified, true)))
      .orderBy(person.createdAt)
      .limit(MOST_ADMINISTRATORS);
    // Another provider may know people by something that is no address.
    return rows.flatMap(({ email }) => (v.is(EmailSchema, email) ? [v.parse(EmailSchema, email)] : []));
  }

  return {
    async recipients(queries, tenantId, type) {
      const own = await verified(queries, tenantId, type);
      if (own.length > 0) return own;
      const set = contactAddresses[tenantId];
      return set === undefined ? administrators(queries) : [set];
    },

    async sender(queries, tenantId) {
      const [newest] = await verified(queries, tenantId, 'sender');
      return newest ?? null;
    },
  };
}
