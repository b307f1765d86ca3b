import { EmailSchema } from '@academy/contract/email';
import type { Tenant } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { formerAddresses } from '../identity/recovery.store.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { identityMail } from '../mail/templates/identity-mail.ts';
import type { TokenOwner } from './personal-access-tokens.store.ts';

/** A token that was just made. */
export interface NewTokenFacts {
  tokenId: string;
  tenantId: string;
  name: string;
}

/** Mails the owner of a token that it was made, in the same transaction. */
export type TellOfToken = (tx: Transaction, owner: TokenOwner, token: NewTokenFacts) => Promise<void>;

/**
 * The mail goes to the owner's address, and to every address that can still take a change of that address back: somebody
 * who took the account over makes a token to keep access to it.
 */
export function tellOfToken(
  brandOf: (tenantId: string) => { tenant: Tenant; origin: string | null },
  now: () => Date = () => new Date(),
): TellOfToken {
  return async (tx, { issuer, subject, email, firstName }, { tokenId, tenantId, name }) => {
    const { tenant, origin } = brandOf(tenantId);
    const former = issuer === EMBEDDED_ISSUER ? await formerAddresses(tx, subject, now()) : [];
    // Another provider may know people without an address, or by something that is none.
    const own = v.is(EmailSchema, email) ? [email.toLowerCase()] : [];
    const tenants = new Map([[tenantId, tenant]]);
    const origins = { tenantOrigins: { [tenantId]: origin ?? '' }, others: [] };
    const about = { kind: 'token-created' as const, tenantId, detail: `“${name}”` };
    for (const to of new Set([...own, ...former])) {
      const key = `token-created ${tokenId} ${to}`;
      const mail = former.includes(to)
        ? { ...about, to, key, firstName: '', toFormer: true as const, link: null }
        : { ...about, to, key, firstName, link: origin === null ? null : `${origin}/account` };
      await enqueueMail(tx, identityMail(tenants, origins, mail));
    }
  };
}
