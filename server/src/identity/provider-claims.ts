import { LRUCache } from 'lru-cache';
import { fetchObject, ProviderRefusal } from './provider-fetch.ts';

/** Claims about a person, from a token or the userinfo endpoint. */
export interface Profile {
  /** Lower case; '' where it is missing. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** A provider's claim names. */
export interface ClaimNames {
  email: string;
  emailVerified: string;
  firstName: string;
  lastName: string;
  /** The full name, which is split where the first two are missing. */
  name: string;
}

export const STANDARD_CLAIMS: ClaimNames = {
  email: 'email',
  emailVerified: 'email_verified',
  firstName: 'given_name',
  lastName: 'family_name',
  name: 'name',
};

/** Longest text that is accepted from a claim. */
const MAX_LENGTH = 254;

/** Reads a profile out of claims; a missing claim or one of another type gives an empty text. */
export function profileOf(claims: Readonly<Record<string, unknown>>, names: ClaimNames = STANDARD_CLAIMS): Profile {
  const text = (name: string) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : '';
    return typeof value === 'string' ? printable(value).slice(0, MAX_LENGTH) : '';
  };
  const verified = Object.hasOwn(claims, names.emailVerified) ? claims[names.emailVerified] : false;
  const [firstName, lastName] = [text(names.firstName), text(names.lastName)];
  return {
    email: text(names.email).toLowerCase(),
    // Some providers send booleans as texts.
    emailVerified: verified === true || verified === 'true',
    ...(firstName === '' && lastName === '' ? splitName(text(names.name)) : { firstName, lastName }),
  };
}

/** 'Ada King Lovelace' is Ada King, family name Lovelace; one word alone is a first name. */
function splitName(name: string): Pick<Profile, 'firstName' | 'lastName'> {
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) };
}

/** One line without control characters: names appear in mails and logs. */
function printable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** A reply of the userinfo endpoint is cached for this long, ms; a failure for less. */
const FRESH_MS = 600_000;
const QUIET_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Asks the userinfo endpoint for a profile, for access tokens without one. Cached by subject and bounded, so that the
 * provider is not asked at every call.
 *
 * @param address null: there is no such endpoint, or it is not discovered yet
 * @returns null when the profile is not available
 */
export function userinfo(
  address: () => string | null,
  options: {
    names: ClaimNames;
    log: { warn(values: object, message: string): void };
    now?: () => number;
  },
): (token: string, subject: string) => Promise<Profile | null> {
  const now = options.now ?? Date.now;
  const remembered = new LRUCache<string, Promise<Profile | null>>({
    max: MAX_REMEMBERED,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });

  async function ask(url: string, token: string, subject: string): Promise<Profile | null> {
    try {
      const claims = await fetchObject(url, { authorization: `Bearer ${token}` });
      if (claims.sub !== subject) throw new Error(`${url} answered for another subject`);
      return profileOf(claims, options.names);
    } catch (error) {
      const isRefused = error instanceof ProviderRefusal && (error.status === 401 || error.status === 403);
      options.log.warn(
        { err: error },
        isRefused
          ? 'the identity provider did not return the claims of a user: its userinfo endpoint refuses the access tokens that it issues for the academy; have them contain e-mail and names, see docs/how-to/external-sign-in.md'
          : 'the identity provider did not return the claims of a user',
      );
      return null;
    }
  }

  return async (token, subject) => {
    const url = address();
    if (url === null) return null;
    const known = remembered.get(subject);
    if (known !== undefined) return known;
    const asked = ask(url, token, subject);
    remembered.set(subject, asked);
    const profile = await asked;
    if (profile === null) remembered.set(subject, asked, { ttl: QUIET_MS });
    return profile;
  };
}
