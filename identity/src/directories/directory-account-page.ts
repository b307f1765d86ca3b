import type { AccountPage } from '../account-page.ts';
import type { Account } from '../accounts-store.ts';
import { EMPTY_FORM } from '../pages/pages.ts';
import type { PasskeysStore } from '../passkeys/passkeys-store.ts';
import { NO_PASSWORD } from '../passwords.ts';
import type { Directories } from './directories.ts';
import type { DirectoriesStore } from './directory.ts';
import { connectedPage } from './directory-pages.ts';
import { directoryTexts } from './directory-texts.ts';

const PATH = 'directory';

export interface DirectoryAccountPageOptions {
  companies: Pick<Directories, 'requiredFor'>;
  own: DirectoriesStore;
  passkeys: Pick<PasskeysStore, 'count'>;
}

/** The directory of an account, and how to leave it while another way to log in remains. */
export function directoryAccountPage({ companies, own, passkeys }: DirectoryAccountPageOptions): AccountPage {
  /** Why the account cannot leave its directory; null when it can. */
  async function obstacle(account: Account, directory: string): Promise<string | null> {
    const required = await companies.requiredFor(account);
    if (required !== null) return directoryTexts.leaveRequired({ directory: required.name });
    if (account.passwordHash !== NO_PASSWORD || (await passkeys.count(account.accountId)) > 0) return null;
    return directoryTexts.leaveNoOther({ directory });
  }

  return {
    path: PATH,
    recent: true,
    said: () => ({ 'directory-left': directoryTexts.left }),
    async entry({ account }) {
      const directory = await own.ofAccount(account.accountId);
      return directory === null ? null : { title: directoryTexts.company, text: directory.name };
    },
    async show({ account, at }, state) {
      const directory = await own.ofAccount(account.accountId);
      return {
        title: directoryTexts.company,
        content: connectedPage({
          name: directory?.name ?? null,
          obstacle: directory === null ? null : await obstacle(account, directory.name),
          ...{ action: at(PATH), back: at(''), state },
        }),
      };
    },
    async handle({ account }) {
      const directory = await own.ofAccount(account.accountId);
      if (directory === null) return { to: '' };
      if ((await obstacle(account, directory.name)) !== null) return { again: EMPTY_FORM };
      await own.leave(account.accountId);
      return { to: '', said: 'directory-left' };
    },
  };
}
