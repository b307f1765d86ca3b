import type { AccountsStore, AttemptsStore, CodesStore, DevicesStore } from './accounts-store.ts';
import type { PasskeysStore } from './passkeys/passkeys-store.ts';
import type { RecoveryStore } from './recovery/recovery-store.ts';
import type { SecondFactorStore } from './second-factor/second-factor-store.ts';
import type { SessionsStore } from './sessions.ts';

export type { Account, NewAccount } from './accounts-store.ts';

/** What the protocol engine keeps between requests: sessions, interactions, grants, codes, refresh tokens. */
export interface Artifact {
  payload: Record<string, unknown>;
  /** When it was first used up; null while it is fresh. */
  consumedAt: Date | null;
}

export interface NewArtifact {
  payload: Record<string, unknown>;
  /** The grant that it belongs to; ending the grant removes it. */
  grantId: string | null;
  /** Second name by which sessions are found. */
  uid: string | null;
  expiresAt: Date | null;
}

export interface StoredKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** A private JWK, or `{ jwe }` when keys are encrypted at rest. */
  jwk: Record<string, unknown>;
  createdAt: Date;
  /** From when on it signs; until then it is only shown. */
  signsFrom: Date;
  /** Since when it is neither used nor shown; null for the others. */
  retiredAt: Date | null;
}

/** Changes to the stored keys that happen together. */
export interface KeyChanges {
  add: Pick<StoredKey, 'kid' | 'jwk' | 'signsFrom'>[];
  /** Their kids. */
  retire: string[];
  /** Their kids. */
  remove: string[];
  /** Stored in another form, still the same keys. */
  replace: Pick<StoredKey, 'kid' | 'jwk'>[];
}

/**
 * What the provider needs from a database. Everything that must survive a restart or be seen by a second server goes
 * through it.
 */
export interface IdentityStore {
  accounts: AccountsStore;
  codes: CodesStore;
  devices: DevicesStore;
  attempts: AttemptsStore;
  artifacts: {
    upsert(model: string, id: string, artifact: NewArtifact): Promise<void>;
    /** Stores a new one; one that exists already stays as it is. */
    add(model: string, id: string, artifact: NewArtifact): Promise<void>;
    /** Null for what does not exist or has expired. */
    find(model: string, id: string): Promise<Artifact | null>;
    findByUid(model: string, uid: string): Promise<Artifact | null>;
    /** Notes the time of the first use. False when it had been used before (that time stays) or is gone. */
    consume(model: string, id: string): Promise<boolean>;
    /**
     * Stores with a refresh token which one takes its place, unless that is stored already.
     * @param sealed the next token, readable for the bearer of this one only
     * @returns what is stored, or null when the token is gone
     */
    keepSuccessor(id: string, sealed: string): Promise<string | null>;
    destroy(model: string, id: string): Promise<void>;
    revokeByGrantId(model: string, grantId: string): Promise<void>;
    /** Removes the grant and everything issued under it. */
    endGrant(grantId: string): Promise<void>;
    /** Removes what has expired. @returns how many rows */
    deleteExpired(): Promise<number>;
  };
  secondFactors: SecondFactorStore;
  passkeys: PasskeysStore;
  recovery: RecoveryStore;
  sessions: SessionsStore;
  signingKeys: {
    /** All keys, retired ones as well, oldest first. */
    list(): Promise<StoredKey[]>;
    /** Decides on the keys and stores what was decided while no other server does the same. @returns what was stored */
    change(decide: (keys: StoredKey[]) => Promise<KeyChanges>): Promise<KeyChanges>;
  };
}
