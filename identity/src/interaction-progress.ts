import { createHash } from 'node:crypto';
import type { DirectoryPerson, KnownFacts } from './directories/directory.ts';
import type { IdentityStore } from './identity-store.ts';

const MODEL = 'SignInProgress';
/** Longest time between two pages of a sign-in, ms. */
const LIFETIME_MS = 20 * 60_000;

/** State of an unfinished sign-in. */
export interface Progress {
  /** Null where the page must not reveal that there is no such account: nothing typed there will be accepted. */
  accountId: string | null;
  amr: readonly string[];
  /** `passwordVersion` at the time of the proof: a new password voids sign-ins that began with the old one. */
  password: string;
  /** Completed steps. */
  done: readonly string[];
  /** The mailed code that a new account waits for, by the hash of its link; null as above. */
  confirmation?: { email: string; firstName: string; codeHash: string | null };
  /** The directory that checked who the person is; `joins` until their account belongs to it. */
  directory?: {
    directoryId: string;
    logOutHint: string | null;
    joins?: { person: DirectoryPerson; facts: KnownFacts };
  };
}

/** A value that changes with the password. @param passwordHash as stored */
export function passwordVersion(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

/** Stores it in the database, so that any server can continue; the browser holds only the name of its sign-in. */
export function interactionProgress(store: IdentityStore['artifacts'], now: () => number) {
  const keyOf = (uid: string) => createHash('sha256').update(`progress ${uid}`).digest('hex');
  return {
    async keep(uid: string, progress: Progress): Promise<void> {
      const expiresAt = new Date(now() + LIFETIME_MS);
      await store.upsert(MODEL, keyOf(uid), { payload: { ...progress }, grantId: null, uid: null, expiresAt });
    },
    async of(uid: string): Promise<Progress | null> {
      const kept = await store.find(MODEL, keyOf(uid));
      return kept === null ? null : (kept.payload as unknown as Progress);
    },
    async forget(uid: string): Promise<void> {
      await store.destroy(MODEL, keyOf(uid));
    },
  };
}
