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
  /** Whether the owner proved to receive mail at the address. An unconfirmed account cannot be signed in to. */
  emailVerified: boolean;
  /**
   * Start of a recovery: when a change of address was taken back or the password was reset by mail; until the owner has
   * chosen what to keep. Null for all others.
   */
  recoveringSince: Date | null;
  /** Hash of the link whose browser may make that choice; null before a new password was set by mail. */
  questionCode: string | null;
  /** When the owner's directory said that they have left: nobody logs in any more. Null: it can be used. */
  endedAt: Date | null;
}

export type NewAccount = Omit<Account, 'accountId' | 'recoveringSince' | 'questionCode' | 'endedAt'>;

export type CodePurpose = 'verify-email' | 'reset-password' | 'invitation' | 'change-email' | 'undo-email';

/** A mailed link or code. */
export interface AccountCode {
  /** SHA-256 of the secret in the link, hex. */
  codeHash: string;
  accountId: string;
  purpose: CodePurpose;
  /** The address it was mailed to; for `undo-email` the one to restore. */
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
  /** SHA-256 of the proof of the browser that requested it, in which a sign-in waits. */
  browser?: string;
  /** The registration to be confirmed. Several may wait for one address; only the confirmed one counts. */
  registration?: { firstName: string; lastName: string; passwordHash: string };
}

export type UndoLink = Pick<AccountCode, 'codeHash' | 'data' | 'createdAt' | 'expiresAt'>;

export interface ChangedEmail {
  account: Account;
  before: string;
  /** Whether the undo link was stored. */
  undo: boolean;
}

export interface AccountsStore {
  /** @param email in any letter case */
  findByEmail(email: string): Promise<Account | null>;
  /**
   * The account of an address that was typed to log in: an account's own, or a further one that its person has
   * verified. A further address that several people have verified belongs to none of them.
   *
   * @param email in any letter case
   */
  findByLogin(email: string): Promise<Account | null>;
  findById(accountId: string): Promise<Account | null>;
  /** Null when the address is taken. */
  create(account: NewAccount): Promise<Account | null>;
  setPasswordHash(accountId: string, passwordHash: string): Promise<void>;
  /** Creates an unconfirmed account, or overwrites one. Null when a confirmed account has the address. */
  register(account: Omit<NewAccount, 'emailVerified'>): Promise<Account | null>;
  /** Redeems the code: its registration becomes the account. Null for a code that is used, expired or unknown. */
  confirm(codeHash: string): Promise<Account | null>;
  /**
   * Redeems the code: sets the new password, confirms the address, ends all sessions. Where there is a choice what to
   * keep, a recovery starts. Null as above. An invitation is void once the account has a password.
   */
  resetPassword(codeHash: string, passwordHash: string): Promise<Account | null>;
  /**
   * Sets the password of a signed-in person and ends all other sessions, and sign-ins in progress.
   * @returns false, without a change, when the hash in `before` is not the present one any more
   */
  changePassword(
    accountId: string,
    change: { before: string; passwordHash: string },
    keep: { sessionUid: string },
  ): Promise<boolean>;
  /**
   * Redeems the code: its address becomes the account's. `taken` when another account has it; null as above. The
   * earliest owner outranks later ones: restoring an address that the account had before voids links of the addresses
   * after it. Taking a change back removes what was added to the account since, and ends all sessions; from then on
   * changes of how to log in require a new password set by mail first.
   * @param undo the link with which the replaced address can take the change back; not stored where the account returns
   * to an earlier address (`undo: false`)
   */
  changeEmail(codeHash: string, undo?: UndoLink): Promise<ChangedEmail | 'taken' | null>;
  /**
   * Deletes accounts that were created before this moment, were never confirmed and wait for no mail. @returns how many
   */
  deleteUnconfirmed(before: Date): Promise<number>;
}

export interface CodesStore {
  /** Adds a code and voids the unused ones that it replaces: one, or all of the account with the same purpose. */
  add(code: Omit<AccountCode, 'usedAt'>, replaces: { codeHash: string } | 'all' | 'none'): Promise<void>;
  /** Used ones as well; null for an expired or unknown one. */
  find(codeHash: string): Promise<AccountCode | null>;
  /** The latest valid one. */
  newest(accountId: string, purpose: CodePurpose): Promise<AccountCode | null>;
  deleteExpired(): Promise<number>;
}

/** Browsers that signed in to an account before, by the hash of their cookie. */
export interface DevicesStore {
  known(accountId: string, deviceHash: string): Promise<boolean>;
  /** Records a sign-in. @returns whether the browser is new to the account, and whether it is its first one */
  note(accountId: string, deviceHash: string): Promise<{ isNew: boolean; isFirst: boolean }>;
  deleteUnused(before: Date): Promise<number>;
}

/** Counters that all servers share. */
export interface AttemptsStore {
  /** Counts one more. @returns the count in the current window, and the window's end */
  take(key: string, windowMs: number): Promise<{ count: number; endsAt: Date }>;
  /** Gives one back. */
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  /** Locks the key for a while if it is free. @returns 0, or how long it is still locked, ms */
  hold(key: string, ms: number): Promise<number>;
  deleteExpired(): Promise<number>;
}
