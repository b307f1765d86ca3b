export interface StoredPasskey {
  /** base64url, as the browser gives it. */
  credentialId: string;
  accountId: string;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  /** The authenticator's signature counter; 0 for those without one. */
  counter: number;
  /** How a browser reaches it: `internal`, `usb`, `hybrid` ... */
  transports: string[];
  /** The owner's name for it. */
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
  /** @returns false when the credential exists already, in any account, or the account is at its limit */
  add(passkey: NewPasskey, max: number): Promise<boolean>;
  /** @returns false when the account has no such passkey */
  rename(accountId: string, credentialId: string, name: string): Promise<boolean>;
  /** @returns false as above */
  remove(accountId: string, credentialId: string): Promise<boolean>;
  /**
   * Records a use. A counter must be higher than at its last use, on whichever server.
   * @returns false when it is not, or the passkey does not exist
   */
  noteUse(credentialId: string, counter: number): Promise<boolean>;
}
