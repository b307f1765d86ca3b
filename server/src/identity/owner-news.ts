import { EmailSchema } from '@academy/contract/email';
import type { Tenant } from '@academy/contract/tenants';
import type { IdentityMailKind } from '@academy/identity/identity-mail';
import * as v from 'valibot';
import type { Transaction } from '../db/transaction.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { identityMail } from '../mail/templates/identity-mail.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { formerAddresses } from './recovery.store.ts';

/** The person whose account the news are about. */
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
  /** Unique for what happened. */
  key: string;
  /** Page of the academy that the mail's button opens. */
  path: string;
}

/** Mails news about an account to its owner, in the transaction of what happened. */
export type TellAccountOwner = (tx: Transaction, owner: NewsOwner, news: OwnerNews) => Promise<void>;

/**
 * The mail goes to the owner's address, and to every address that can still take a change of that address back: a thief of
 * the account adds what keeps access to it.
 */
export function accountOwnerNews(
  brandOf: (tenantId: string) => { tenant: Tenant; origin: string | null },
  now: () => number = Date.now,
): TellAccountOwner {
  return async (tx, { issuer, subject, email, firstName }, { kind, tenantId, detail, key, path }) => {
    const { tenant, origin } = brandOf(tenantId);
    const former = issuer === EMBEDDED_ISSUER ? await formerAddresses(tx, subject, new Date(now())) : [];
    // Another provider may know people without an address, or by something that is none.
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
