import type { Locked } from '@academy/contract/entities';
import type { Tenant, TenantLink } from '@academy/contract/tenants';
import { urls } from '../navigation/urls.ts';
import { catalogueTexts } from './catalogue-texts.ts';

/** Texts of a lock: a word for lists, a title and a text in place of the content. */
export interface LockMessage {
  word: string;
  title: string;
  text: string;
  /** Whether logging in unlocks it, or is a step towards that. */
  login: boolean;
  /** Where to become a member; null where that does not open it. */
  member: TenantLink | null;
}

/** The brand's own way to become a Pro member. */
export function proLinkOf({ pro }: Pick<Tenant, 'pro'>): TenantLink {
  return pro.link ?? { title: catalogueTexts.becomeMember, href: urls.contact() };
}

/**
 * What opens something that is locked: `auth` opens by logging in; `pro` by membership, or, where the
 * brand gives Pro content to every account, by logging in.
 */
export function lockMessage(
  locked: Locked,
  signedIn: boolean,
  tenant: Pick<Tenant, 'pro' | 'signedInIsPro'>,
): LockMessage | null {
  if (locked === null) return null;
  if (locked === 'auth') {
    return {
      word: catalogueTexts.logIn,
      title: catalogueTexts.logInTitle,
      text: catalogueTexts.logInText,
      login: true,
      member: null,
    };
  }
  return {
    word: tenant.signedInIsPro ? catalogueTexts.freeAccount : 'Pro',
    title: tenant.pro.title,
    text: tenant.pro.text,
    login: !signedIn,
    member: tenant.signedInIsPro ? null : proLinkOf(tenant),
  };
}
