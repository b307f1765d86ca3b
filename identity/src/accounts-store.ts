import type { TenantId } from '@academy/contract/tenants';

/** An account of the embedded provider. */
export interface Account {
  /** UUID; the subject of every token. */
  accountId: string;
  /** Lower case. */
  email: string;
  firstName: string;
  lastName: string;
  /** argon2id in PHC string form. */
  passwordHash: string;
  /** Whether somebody proved to read the address's mail. Nobody is signed in to an account before. */
  emailVerified: boolean;
  /**
   * Since when the account is on its way back to its owner: from taking a change of address back, or from a reset by mail,
   * until the owner has answered what to keep. Null for all others.
   */
  recoveringSince: Date | null;
  /** Hash of the link whose browser may answer what to keep; null before a new password was set by mail. */
  questionCode: string | null;
}

export type NewAccount = Omit<Account, 'accountId' | 'recoveringSince' | 'questionCode'>;

export type CodePurpose = 'verify-email' | 'reset-password' | 'change-email' | 'undo-email';

/** What a mailed link or code stands for. */
export interface AccountCode {
  /** SHA-256 of the secret in the link, hex. */
  codeHash: string;
  accountId: string;
  purpose: CodePurpose;
  /** The address it was mailed to, or for `undo-email` the one to go back to. */
  email: string;
  data: CodeData;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface CodeData {
  tenantId: TenantId;
  /** Keyed hash of the six digits, for codes that can be typed. */
  digits?: string;
  /** SHA-256 of the proof of the browser where it was asked for, in which a sign-in waits. */
  browser?: string;
  /** The registration that is confirmed. Several may wait for one address; only the confirmed one counts. */
  registration?: { firstName: string; lastName: string; passwordHash: string };
}

export type UndoLink = Pick<AccountCode, 'codeHash' | 'data' | 'createdAt' | 'expiresAt'>;

export interface ChangedEmail {
  account: Account;
  before: string;
  /** Whether the undo link was kept. */
  undo: boolean;
}

export interface AccountsStore {
  /** @param email in any letter case */
  findByEmail(email: string): Promise<Account | null>;
  /**
   * Whose address somebody typed to log in: an account's own, or a further one that its person has verified. Where several have
   * verified the same one it is nobody's.
   *
   * @param email in any letter case
   */
  findByLogin(email: string): Promise<Account | null>;
  findById(accountId: string): Promise<Account | null>;
  /** Null when the address is taken. */
  create(account: NewAccount): Promise<Account | null>;
  setPasswordHash(accountId: string, passwordHash: string): Promise<void>;
  /**
   * Makes an unconfirmed account, or writes over one that nobody has confirmed. Null when a confirmed account has the
   * address.
   */
  register(account: Omit<NewAccount, 'emailVerified'>): Promise<Account | null>;
  /** Uses the code: from now on its registration is the account's. Null for a code that is used, late or unknown. */
  confirm(codeHash: string): Promise<Account | null>;
  /**
   * Uses the code: new password, address confirmed, everything that was signed in ended. Where there is a choice what to
   * keep, the account is on its way back to its owner until that is answered. Null as above.
   */
  resetPassword(codeHash: string, passwordHash: string): Promise<Account | null>;
  /**
   * Sets the password of a signed-in person and ends all other sessions, and sign-ins under way.
   * @returns false, and nothing happens, when the hash in `before` is not the present one any more
   */
  changePassword(
    accountId: string,
    change: { before: string; passwordHash: string },
    keep: { sessionUid: string },
  ): Promise<boolean>;
  /**
   * Uses the code: its address is the account's. `taken` when another account has it; null as above. Whoever had the
   * account first has the last word: where the address was the account's before, links of those that came later end.
   * Taking a change back removes what was added to the account since, and ends what is signed in; from then on nothing about
   * logging in is changed before a new password was set by mail.
   * @param undo the link with which the address that is left can take the change back; not kept where the account goes
   * back to an earlier address (`undo: false`)
   */
  changeEmail(codeHash: string, undo?: UndoLink): Promise<ChangedEmail | 'taken' | null>;
  /** Removes accounts that were made before this moment, were never confirmed and wait for no mail. @returns how many */
  deleteUnconfirmed(before: Date): Promise<number>;
}

export interface CodesStore {
  /** Adds a code and ends the unused ones that it replaces: one, or all of the account with the same purpose. */
  add(code: Omit<AccountCode, 'usedAt'>, replaces: { codeHash: string } | 'all' | 'none'): Promise<void>;
  /** Used ones as well; null for what is late or unknown. */
  find(codeHash: string): Promise<AccountCode | null>;
  /** The one that was asked for last and is still good. */
  newest(accountId: string, purpose: CodePurpose): Promise<AccountCode | null>;
  deleteExpired(): Promise<number>;
}

/** Browsers that signed in to an account before, by the hash of their cookie. */
export interface DevicesStore {
  known(accountId: string, deviceHash: string): Promise<boolean>;
  /** Notes a sign-in. @returns whether the browser is new to the account, and whether it is its first one */
  note(accountId: string, deviceHash: string): Promise<{ isNew: boolean; isFirst: boolean }>;
  deleteUnused(before: Date): Promise<number>;
}

/** Counts that hold across servers. */
export interface AttemptsStore {
  /** Counts one more. @returns the count of the window that runs, and its end */
  take(key: string, windowMs: number): Promise<{ count: number; endsAt: Date }>;
  /** Gives one back. */
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  /** Takes the key for a while if nobody holds it. @returns 0, or how long somebody else still holds it, ms */
  hold(key: string, ms: number): Promise<number>;
  deleteExpired(): Promise<number>;
}
