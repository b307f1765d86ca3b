import { EmailSchema } from '@academy/contract/email';
import type { Tenant } from '@academy/contract/tenants';
import type { IdentityMailKind } from '@academy/identity/identity-mail';
import * as v from 'valibot';
import type { Transaction } from '../db/transaction.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { identityMail } from '../mail/templates/identity-mail.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { formerAddresses } from './recovery.store.ts';

/** The owner of the account that the mail is about. */
export interface NewsOwner {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
}

export interface OwnerNews {
  kind: IdentityMailKind;
  tenantId: string;
  detail: string;
  /** Unique for each event. */
  key: string;
  /** Page of the academy that the mail's button opens. */
  path: string;
}

/** Mails the owner of an account about an event, in the event's transaction. */
export type NotifyAccountOwner = (tx: Transaction, owner: NewsOwner, news: OwnerNews) => Promise<void>;

/**
 * The mail goes to the owner's address, and to every address that can still take back a change of that address:
 * otherwise a thief who changed the address would receive the warning.
 */
export function accountOwnerNews(
  brandOf: (tenantId: string) => { tenant: Tenant; origin: string | null },
  now: () => number = Date.now,
): NotifyAccountOwner {
  return async (tx, { issuer, subject, email, firstName }, { kind, tenantId, detail, key, path }) => {
    const { tenant, origin } = brandOf(tenantId);
    const former = issuer === EMBEDDED_ISSUER ? await formerAddresses(tx, subject, new Date(now())) : [];
    // Another provider may identify people without an address, or by a text that is none.
    const own = v.is(EmailSchema, email) ? [email.toLowerCase()] : [];
    const tenants = new Map([[tenantId, tenant]]);
    const origins = { tenantOrigins: { [tenantId]: origin ?? '' }, others: [] };
    for (const to of new Set([...own, ...former])) {
      const about = { kind, tenantId, detail, to, key: `${key} ${to}` };
      const mail = former.includes(to)
        ? { ...about, firstName: '', toFormer: true as const, link: null }
        : { ...about, firstName, link: origin === null ? null : `${origin}${path}` };
      await enqueueMail(tx, identityMail(tenants, origins, mail));
    }
  };
}
