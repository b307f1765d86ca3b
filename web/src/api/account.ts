import type { Account, AccountSession } from '@academy/contract/account';
import {
  deleteAccount,
  endSessions,
  exportAccount,
  getAccount,
  listSessions,
  setLanguage,
  updateAccount,
} from '@academy/contract/call-routes/account';
import type { Language } from '@academy/contract/i18n/languages';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { PERSON_KEY } from './people.ts';
import { readKey, useRead } from './use-read.ts';

/** The own account. */
export const useAccount = (): Account => useRead(getAccount, {});

/** Longest wait for the account before and after a change of language, ms. */
const LANGUAGE_MS = 2_000;

/** Remembers the language for the person on every device. A failure is not shown: the device remembers it, too. */
export async function saveLanguage(language: Language): Promise<void> {
  await call(setLanguage, { body: { language } }, { ...QUIET, timeout: LANGUAGE_MS }).catch(() => null);
}

/** The language that the person chose on any device; null where none was chosen, or the account does not answer. */
export async function savedLanguage(): Promise<Language | null> {
  const account = await call(getAccount, {}, { ...QUIET, timeout: LANGUAGE_MS }).catch(() => null);
  return account?.language ?? null;
}

/** Browsers in which the person is signed in, the one used last first. */
export const useSessions = (): readonly AccountSession[] => useRead(listSessions, {}).result;

export interface AccountNames {
  firstName: string;
  lastName: string;
}

/** Changes the own account. Errors are thrown as `CallError`; the caller shows them. */
export function useAccountChanges() {
  const client = useQueryClient();
  return {
    async rename(names: AccountNames): Promise<void> {
      const account = await call(updateAccount, { body: names }, QUIET);
      client.setQueryData(readKey(getAccount, {}), account);
      await client.invalidateQueries({ queryKey: [PERSON_KEY] });
    },
    async endSessions(ids: string[]): Promise<void> {
      try {
        await call(endSessions, { body: { ids } }, QUIET);
      } finally {
        await client.invalidateQueries({ queryKey: readKey(listSessions, {}) });
      }
    },
    /** The session of this browser ends as well: the caller logs out after it. */
    async endAllSessions(): Promise<void> {
      await call(endSessions, { body: { everywhere: true } }, QUIET);
    },
    /** All data about the person, as the text of a JSON file. */
    async personalData(): Promise<string> {
      return `${JSON.stringify(await call(exportAccount, {}, QUIET), null, 2)}\n`;
    },
    /** @param email the own address, typed to confirm */
    async remove(email: string): Promise<void> {
      await call(deleteAccount, { body: { email } }, QUIET);
    },
  };
}
