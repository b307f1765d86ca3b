export interface StoredPasskey {
  /** base64url, as the browser gives it. */
  credentialId: string;
  accountId: string;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  /** Signatures that its authenticator has counted; 0 for those that do not count. */
  counter: number;
  /** How a browser reaches it: `internal`, `usb`, `hybrid` ... */
  transports: string[];
  /** As its owner calls it. */
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>;

/** What passkeys need from a database. */
export interface PasskeysStore {
  /** Oldest first. */
  ofAccount(accountId: string): Promise<StoredPasskey[]>;
  count(accountId: string): Promise<number>;
  find(credentialId: string): Promise<StoredPasskey | null>;
  /** @returns false when the credential is known already, whoever has it, or the account has as many as it may have */
  add(passkey: NewPasskey, most: number): Promise<boolean>;
  /** @returns false when the account has no such passkey */
  rename(accountId: string, credentialId: string, name: string): Promise<boolean>;
  /** @returns false as above */
  remove(accountId: string, credentialId: string): Promise<boolean>;
  /**
   * Notes a use. One that counts must have counted further than at its last use, whichever server saw that.
   * @returns false when it did not, or is gone
   */
  noteUse(credentialId: string, counter: number): Promise<boolean>;
}
