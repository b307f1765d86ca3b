/** An authenticator app that was confirmed. */
export interface StoredTotp {
  accountId: string;
  /** Base32, or sealed. */
  secret: string;
  confirmedAt: Date;
}

/** What second factors need from a database. Every taking is one statement: of two servers one gets it. */
export interface SecondFactorStore {
  totpOf(accountId: string): Promise<StoredTotp | null>;
  /**
   * Keeps an app whose first code was right. @param step the code's time step, which is used up by it
   * @returns false when the account has an app already
   */
  addTotp(accountId: string, secret: string, step: number): Promise<boolean>;
  /** Uses a time step up. @returns false when it, or a later one, was used before, or there is no app */
  takeStep(accountId: string, step: number): Promise<boolean>;
  /** @returns false when there was none */
  removeTotp(accountId: string): Promise<boolean>;
  /** Every app, to store secrets in another form. */
  allTotp(): Promise<StoredTotp[]>;
  /** Stores the same secret in another form, unless it was changed meanwhile. */
  replaceTotpSecret(accountId: string, before: string, secret: string): Promise<void>;

  /** How many recovery codes are not used yet. */
  recoveryCodesLeft(accountId: string): Promise<number>;
  /** Forgets all recovery codes and keeps these. @param hashes as `hashRecoveryCode` makes them; may be empty */
  replaceRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<void>;
  /** Uses a recovery code up. @returns false when there is none with this hash, or it was used before */
  takeRecoveryCode(accountId: string, hash: string): Promise<boolean>;
}
