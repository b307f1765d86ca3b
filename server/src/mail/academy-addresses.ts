import { EmailSchema } from '@academy/contract/email';
import type { Language } from '@academy/contract/i18n/languages';
import type { AcademyEmailType } from '@academy/contract/managed-emails';
import type { TenantId } from '@academy/contract/tenants';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { managedEmail } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Most administrators who receive a message when no address is set. */
const MAX_ADMINISTRATORS = 10;

/** Where a message to an academy goes. */
export interface AcademyRecipient {
  email: string;
  /** Language of an administrator; null for an address of the academy, which several people may read. */
  language: Language | null;
}

/** Recipients of messages to each academy, and the senders of its mail. */
export interface AcademyAddresses {
  /**
   * Recipients of a message to the academy: its verified addresses; without one the address of the settings; without
   * that the administrators, so that no message is lost.
   */
  recipients(queries: Queries, tenantId: TenantId, type: 'contact' | 'feedback'): Promise<AcademyRecipient[]>;
  /** The verified sender address of an academy; null: none. */
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

  async function administrators(queries: Queries): Promise<AcademyRecipient[]> {
    const rows = await queries
      .select({ email: person.email, language: person.language })
      .from(person)
      .where(and(eq(person.isAdmin, true), eq(person.emailVerified, true)))
      .orderBy(person.createdAt)
      .limit(MAX_ADMINISTRATORS);
    // Another provider may identify people by a text that is no e-mail address.
    return rows.flatMap(({ email, language }) =>
      v.is(EmailSchema, email) ? [{ email: v.parse(EmailSchema, email), language }] : [],
    );
  }

  return {
    async recipients(queries, tenantId, type) {
      const own = await verified(queries, tenantId, type);
      if (own.length > 0) return own.map((email) => ({ email, language: null }));
      const set = contactAddresses[tenantId];
      return set === undefined ? administrators(queries) : [{ email: set, language: null }];
    },

    async sender(queries, tenantId) {
      const [newest] = await verified(queries, tenantId, 'sender');
      return newest ?? null;
    },
  };
}
