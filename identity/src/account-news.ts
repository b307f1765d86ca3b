import type { Account } from './accounts-store.ts';
import type { IdentityMail, SendMail } from './identity-mail.ts';
import type { RecoveryStore } from './recovery/recovery-store.ts';

/** A mail about an account, without its recipients. */
export type News = Omit<IdentityMail, 'to' | 'firstName' | 'toFormer'>;

/**
 * Sends a mail about an account to its address, and to every address that can still take a change of address back:
 * otherwise a thief who changed the address would be the only recipient.
 */
export type NotifyOwner = (account: Pick<Account, 'accountId' | 'email' | 'firstName'>, news: News) => Promise<void>;

/** Sends a mail to the latter only. @param besides an address that gets its own mail */
export type NotifyFormer = (accountId: string, besides: string, news: Omit<News, 'link'>) => Promise<void>;

export function accountNews(
  recovery: Pick<RecoveryStore, 'formerAddresses'>,
  sendMail: SendMail,
): { notifyOwner: NotifyOwner; notifyFormer: NotifyFormer } {
  const notifyFormer: NotifyFormer = async (accountId, besides, news) => {
    // Without names and links: names may be a stranger's, and links may lead into an account that this address no
    // longer opens.
    for (const to of await recovery.formerAddresses(accountId))
      if (to !== besides.toLowerCase())
        await sendMail({ ...news, to, firstName: '', toFormer: true, link: null, key: `${news.key} to ${to}` });
  };
  return {
    notifyFormer,
    async notifyOwner({ accountId, email, firstName }, news) {
      await sendMail({ ...news, to: email, firstName });
      await notifyFormer(accountId, email, news);
    },
  };
}
