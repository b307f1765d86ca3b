import type { Locked } from '@academy/contract/entities';
import type { Tenant } from '@academy/contract/tenants';

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
      word: 'Log in',
      title: 'Log in to go on',
      text: 'This part is free for everybody with an account. Your progress is kept, too.',
      login: true,
    };
  }
  return {
    word: tenant.signedInIsPro ? 'Free account' : 'Pro',
    title: tenant.pro.title,
    text: tenant.pro.text,
    login: !signedIn,
  };
}
