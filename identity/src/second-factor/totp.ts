import { Secret, TOTP } from 'otpauth';

const DIGITS = 6;
const PERIOD_S = 30;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** A code is also valid one step before and after its own: clocks differ, and typing takes time. */
const WINDOW = 1;

/** A new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The text of the QR code for an authenticator app.
 *
 * @param issuer shown by the app as the account's provider
 * @param label the e-mail address of the account
 */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return totpOf(secret, issuer, label).toString();
}

/**
 * The time step of a typed code, among the valid ones.
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
  // Every app supports SHA-1; as a keyed hash it is still safe.
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
  });
}
