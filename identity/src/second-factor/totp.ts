import { Secret, TOTP } from 'otpauth';

const DIGITS = 6;
const PERIOD_S = 30;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** A code is good one step before and after its own: clocks differ, and typing takes time. */
const WINDOW = 1;

/** A fresh secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * What an authenticator app reads from the picture.
 *
 * @param issuer whose account it is, as the app lists it
 * @param label which account: the e-mail address
 */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return totpOf(secret, issuer, label).toString();
}

/**
 * Which time step a typed code belongs to, among those that are good now.
 *
 * @param now ms since 1970
 * @returns the number of the step, counted from 1970; null for a wrong code
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  // SHA-1 is what every app can do; as a keyed hash it is sound.
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
  });
}
