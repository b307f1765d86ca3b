import { createHash } from 'node:crypto';
import type { IdentityStore } from './identity-store.ts';

const MODEL = 'SignInProgress';
/** Whoever waits longer between two pages of a sign-in begins again, ms. */
const LIFE_MS = 20 * 60_000;

/** How far somebody got in a sign-in that waits for its end. */
export interface Progress {
  /** Null where the page must not tell that there is no such account: nothing that is typed there will be right. */
  accountId: string | null;
  amr: readonly string[];
  /** What `passwordVersion` returned when the person proved who they are: a new password ends what the old one began. */
  password: string;
  /** Steps that are behind. */
  done: readonly string[];
  /** The mailed code that a new account waits for, by the hash of its link; null as above. */
  confirmation?: { email: string; firstName: string; codeHash: string | null };
}

/** Tells the passwords of an account apart. @param passwordHash as it is stored */
export function passwordVersion(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

/** Keeps it in the database, so that any server can go on; the browser holds only the name of its sign-in. */
export function interactionProgress(store: IdentityStore['artifacts'], now: () => number) {
  const keyOf = (uid: string) => createHash('sha256').update(`progress ${uid}`).digest('hex');
  return {
    async keep(uid: string, progress: Progress): Promise<void> {
      const expiresAt = new Date(now() + LIFE_MS);
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
