/** An authenticator app that was confirmed. */
export interface StoredTotp {
  accountId: string;
  /** Base32, or encrypted. */
  secret: string;
  confirmedAt: Date;
}

/** What second factors need from a database. Each use is one statement, so that only one of two servers succeeds. */
export interface SecondFactorStore {
  totpOf(accountId: string): Promise<StoredTotp | null>;
  /**
   * Stores an app whose first code was right. @param step the code's time step, which counts as used
   * @returns false when the account has an app already
   */
  addTotp(accountId: string, secret: string, step: number): Promise<boolean>;
  /** Uses up a time step. @returns false when it, or a later one, was used before, or there is no app */
  takeStep(accountId: string, step: number): Promise<boolean>;
  /** @returns false when there was none */
  removeTotp(accountId: string): Promise<boolean>;
  /** All apps, to rewrite their secrets. */
  allTotp(): Promise<StoredTotp[]>;
  /** Stores the same secret in another form, unless it was changed meanwhile. */
  replaceTotpSecret(accountId: string, before: string, secret: string): Promise<void>;

  /** Number of unused recovery codes. */
  recoveryCodesLeft(accountId: string): Promise<number>;
  /** Replaces all recovery codes. @param hashes from `hashRecoveryCode`; may be empty */
  replaceRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<void>;
  /** Uses up a recovery code. @returns false when there is none with this hash, or it was used before */
  takeRecoveryCode(accountId: string, hash: string): Promise<boolean>;
}
