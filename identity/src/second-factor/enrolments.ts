import { createHash } from 'node:crypto';
import type { IdentityStore } from '../identity-store.ts';
import type { Sealer } from '../sealing.ts';
import { newTotpSecret } from './totp.ts';

const MODEL = 'TotpEnrolment';
/** Lifetime of the shown QR code, ms. */
const LIFETIME_MS = 30 * 60_000;

/**
 * Secrets of authenticator apps that are shown and not confirmed yet, one per provider session: a reload shows the same
 * QR code, another session never sees it, and unconfirmed ones expire.
 */
export function enrolments(store: IdentityStore['artifacts'], sealer: Sealer, now: () => number) {
  const idOf = (sessionUid: string) => createHash('sha256').update(`enrolment ${sessionUid}`).digest('hex');

  async function secretOf(sessionUid: string): Promise<string | null> {
    const kept = await store.find(MODEL, idOf(sessionUid));
    return kept === null ? null : sealer.open(String(kept.payload.secret), sessionUid);
  }

  return {
    secretOf,
    /** The secret to show, base32: the one that was shown before, or a new one. */
    async begin(sessionUid: string): Promise<string> {
      const known = await secretOf(sessionUid);
      if (known !== null) return known;
      const secret = newTotpSecret();
      await store.upsert(MODEL, idOf(sessionUid), {
        payload: { secret: await sealer.seal(secret, sessionUid) },
        grantId: null,
        uid: null,
        expiresAt: new Date(now() + LIFETIME_MS),
      });
      return secret;
    },
    forget: (sessionUid: string) => store.destroy(MODEL, idOf(sessionUid)),
  };
}
