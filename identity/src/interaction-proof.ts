import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The secret that proves that a browser started a sign-in. The library puts the value of its own cookie into the
 * address, where logs, proxies and histories record it. The proof is derived from that value and from one that only the
 * database holds.
 */
export function interactionProof({ uid, cid }: { uid: string; cid: string }): string {
  return createHmac('sha256', cid).update(`interaction ${uid}`).digest('base64url');
}

/** @param shown the cookie's value; null without one */
export function provesInteraction(shown: string | null, interaction: { uid: string; cid: string }): boolean {
  const [given, expected] = [Buffer.from(shown ?? ''), Buffer.from(interactionProof(interaction))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
