import type { Locked } from '@academy/contract/entities';
import type { Tenant } from '@academy/contract/tenants';
import { catalogueTexts } from './catalogue-texts.ts';

/** Texts of a lock: a word for lists, a title and a text in place of the content. */
export interface LockMessage {
  word: string;
  title: string;
  text: string;
  /** Whether logging in unlocks it, or is a step towards that. */
  login: boolean;
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
    };
  }
  return {
    word: tenant.signedInIsPro ? catalogueTexts.freeAccount : 'Pro',
    title: tenant.pro.title,
    text: tenant.pro.text,
    login: !signedIn,
  };
}
