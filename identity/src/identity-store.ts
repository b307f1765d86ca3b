import type { AccountsStore, AttemptsStore, CodesStore, DevicesStore } from './accounts-store.ts';
import type { DirectoriesStore } from './directories/directory.ts';
import type { PasskeysStore } from './passkeys/passkeys-store.ts';
import type { RecoveryStore } from './recovery/recovery-store.ts';
import type { SecondFactorStore } from './second-factor/second-factor-store.ts';
import type { SessionsStore } from './sessions.ts';

export type { Account, NewAccount } from './accounts-store.ts';

/** What the provider library stores between requests: sessions, interactions, grants, codes, refresh tokens. */
export interface Artifact {
  payload: Record<string, unknown>;
  /** When it was first used; null before. */
  consumedAt: Date | null;
}

export interface NewArtifact {
  payload: Record<string, unknown>;
  /** Its grant; ending the grant deletes it. */
  grantId: string | null;
  /** Second key of sessions. */
  uid: string | null;
  expiresAt: Date | null;
}

export interface StoredKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** A private JWK, or `{ jwe }` when keys are encrypted at rest. */
  jwk: Record<string, unknown>;
  createdAt: Date;
  /** When it begins to sign; until then it is only published. */
  signsFrom: Date;
  /** When it was retired: neither used nor published any more; null for the others. */
  retiredAt: Date | null;
}

/** Changes to the stored keys that are made together. */
export interface KeyChanges {
  add: Pick<StoredKey, 'kid' | 'jwk' | 'signsFrom'>[];
  /** Their kids. */
  retire: string[];
  /** Their kids. */
  remove: string[];
  /** Rewritten in another form, still the same keys. */
  replace: Pick<StoredKey, 'kid' | 'jwk'>[];
}

/**
 * What the provider needs from a database. All state that must survive a restart or be shared by servers goes through
 * it.
 */
export interface IdentityStore {
  accounts: AccountsStore;
  codes: CodesStore;
  devices: DevicesStore;
  attempts: AttemptsStore;
  artifacts: {
    upsert(model: string, id: string, artifact: NewArtifact): Promise<void>;
    /** Stores a new one; an existing one stays as it is. */
    add(model: string, id: string, artifact: NewArtifact): Promise<void>;
    /** Null when it does not exist or has expired. */
    find(model: string, id: string): Promise<Artifact | null>;
    findByUid(model: string, uid: string): Promise<Artifact | null>;
    /** Records the time of the first use. False when it was used before (that time stays) or does not exist. */
    consume(model: string, id: string): Promise<boolean>;
    /**
     * Stores the successor of a refresh token, unless there is one already.
     * @param sealed the successor, encrypted for the bearer of this token only
     * @returns the stored successor, or null when the token does not exist
     */
    keepSuccessor(id: string, sealed: string): Promise<string | null>;
    destroy(model: string, id: string): Promise<void>;
    revokeByGrantId(model: string, grantId: string): Promise<void>;
    /** Removes the grant and everything issued under it. */
    endGrant(grantId: string): Promise<void>;
    /** Deletes what has expired. @returns number of rows */
    deleteExpired(): Promise<number>;
  };
  directories: DirectoriesStore;
  secondFactors: SecondFactorStore;
  passkeys: PasskeysStore;
  recovery: RecoveryStore;
  sessions: SessionsStore;
  signingKeys: {
    /** All keys, retired ones as well, oldest first. */
    list(): Promise<StoredKey[]>;
    /** Calls `decide` and stores the result under a lock that all servers share. @returns what was stored */
    change(decide: (keys: StoredKey[]) => Promise<KeyChanges>): Promise<KeyChanges>;
  };
}
