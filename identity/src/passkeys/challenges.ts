import { createHash, randomBytes } from 'node:crypto';
import type { IdentityStore } from '../identity-store.ts';

const MODEL = 'PasskeyChallenge';
/** Lifetime of a challenge, ms. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Random values that authenticators sign: stored by the server, valid once, for five minutes, and for one page of one
 * sign-in or session only.
 */
export function challenges(store: IdentityStore['artifacts'], now: () => number) {
  const idOf = (challenge: string, place: string) =>
    createHash('sha256').update(`challenge ${place} ${challenge}`).digest('hex');

  return {
    /** @param place where it is valid: `sign-in <uid>` @returns base64url */
    async make(place: string): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      await store.upsert(MODEL, idOf(challenge, place), {
        payload: {},
        grantId: null,
        uid: null,
        expiresAt: new Date(now() + LIFETIME_MS),
      });
      return challenge;
    },

    /** Redeems it. @returns false when it was never made, made for another place, used before or has expired */
    async take(challenge: string, place: string): Promise<boolean> {
      const id = idOf(challenge, place);
      return (await store.find(MODEL, id)) !== null && (await store.consume(MODEL, id));
    },
  };
}

export type Challenges = ReturnType<typeof challenges>;
