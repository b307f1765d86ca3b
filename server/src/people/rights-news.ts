import { EmailSchema } from '@academy/contract/email';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { AuditActor } from '../audit/audit.store.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { inLanguageOf } from '../http/language.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { type RightsChange, rightsMail } from '../mail/templates/rights-mail.ts';

/** Brand of the mails to administrators, and its origin; without an origin mails have no button. */
export type BrandOfMails = (tenantId: TenantId | null) => { tenant: Tenant; origin: string | null };

/** Who changes rights, and how others are notified. */
export interface ChangedBy {
  audit: AuditActor;
  /** Academy in which the change was made; null at the command line. */
  tenantId: TenantId | null;
  /** Whether the other administrators get a mail; scripts may change hundreds of memberships at once. */
  announced: boolean;
  /** Further details for the audit log. */
  details?: Readonly<Record<string, string>>;
}

/**
 * Mails a change of somebody's rights to all other administrators, in the transaction of the change; a change of a role in
 * one academy also to those of that academy.
 *
 * @param of whose rights they are; a group has no address
 */
export async function mailAdministrators(
  tx: Transaction,
  brandOf: BrandOfMails,
  of: { name: string; email: string },
  change: RightsChange,
  by: ChangedBy,
): Promise<void> {
  if (!by.announced) return;
  const { tenant, origin } = brandOf(by.tenantId);
  const occasion = crypto.randomUUID();
  const inAcademy = change.kind === 'role-given' || change.kind === 'role-ended' ? change.tenantId : null;
  const administers = sql`exists (select 1 from role_grant where role_grant.person_id = person.person_id
    and role = 'academy-admin' and coalesce(role_grant.tenant_id, ${inAcademy}) = ${inAcademy})`;
  const admins = await tx
    .select({ personId: person.personId, email: person.email, firstName: person.firstName, language: person.language })
    .from(person)
    .where(and(or(eq(person.isAdmin, true), inAcademy === null ? undefined : administers), isNotNull(person.email)));
  for (const to of admins) {
    // Another provider may identify people without an address, or by a text that is none.
    if (to.personId === by.audit.personId || !v.is(EmailSchema, to.email)) continue;
    const mail = { change, person: of, by: by.audit.name, to, key: `rights ${occasion} ${to.personId}` };
    await enqueueMail(
      tx,
      inLanguageOf(to.language, () => rightsMail(tenant, origin, mail)),
    );
  }
}
