import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AttemptsStore, CodePurpose } from './accounts-store.ts';
import { networkOf } from './network.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Wrong passwords for one account from one network, or from one known browser, in a quarter of an hour. */
const PER_ACCOUNT = 10;
/** Wrong passwords from one network in a quarter of an hour; a classroom shares one. */
const PER_NETWORK = 200;
/** Wrong passwords for one account from all unknown browsers in a day, before each further one has to wait. */
const STRANGERS = 30;
/** The first of those waits; each further one is twice as long, up to the longest. */
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = HOUR_MS;
/** New accounts from one network in an hour. */
const REGISTRATIONS = 200;
/** Links for new passwords requested from one network in an hour. */
const NEW_PASSWORDS = 200;
/** Mails of one kind that strangers can cause to one address in an hour. */
const MAILS = 5;
/** Guesses at one mailed code. */
const GUESSES = 5;
/** Most refused keys that this process caches. */
const REMEMBERED = 50_000;

/** A password attempt that may proceed; report its outcome here. */
export interface Admitted {
  /** The password was right: the attempt does not count as a guess. */
  wasRight(): Promise<void>;
}

/**
 * Limits on guessing that all servers share. A browser that signed in to the account before has a counter of its own,
 * so that strangers, however many, never lock out the owner.
 */
export function throttle(attempts: AttemptsStore, now: () => number) {
  // Keys that must wait are refused again without a query.
  const refused = new LRUCache<string, true>({ max: REMEMBERED, ttlResolution: 0, perf: { now } });

  function refusedFor(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => refused.getRemainingTTL(key)));
  }

  function refuse(key: string, ms: number): number {
    refused.set(key, true, { ttl: ms });
    return ms;
  }

  /** @returns 0 when it may proceed, else how long to wait, ms */
  async function take(key: string, limit: number, windowMs: number): Promise<number> {
    const known = refusedFor([key]);
    if (known > 0) return known;
    const { count, endsAt } = await attempts.take(key, windowMs);
    return count <= limit ? 0 : refuse(key, Math.max(1, endsAt.getTime() - now()));
  }

  return {
    /**
     * One password attempt. It counts from its start, not from its outcome, so that concurrent ones cannot exceed the
     * limit.
     *
     * @param email in its normal form, whether or not there is such an account
     * @param device hash of the browser's cookie when the account knows the browser
     * @returns how long to wait, ms, when it may not proceed
     */
    async password(email: string, ip: string, device: string | null): Promise<Admitted | { wait: number }> {
      const account = short(email);
      if (device !== null) {
        const own = `password ${account} ${device}`;
        const wait = await take(own, PER_ACCOUNT, QUARTER_MS);
        return wait > 0 ? { wait } : { wasRight: () => attempts.clear(own) };
      }
      const network = networkOf(ip);
      const [ofNetwork, ofBoth, ofAll] = [
        `password ${network}`,
        `password ${account} ${network}`,
        `password ${account}`,
      ] as const;
      const slot = `${ofAll} wait`;
      const known = refusedFor([ofNetwork, ofBoth, slot]);
      if (known > 0) return { wait: known };
      const early = (await take(ofNetwork, PER_NETWORK, QUARTER_MS)) || (await take(ofBoth, PER_ACCOUNT, QUARTER_MS));
      if (early > 0) return { wait: early };
      const { count } = await attempts.take(ofAll, DAY_MS);
      if (count > STRANGERS) {
        const pause = Math.min(FIRST_WAIT_MS * 2 ** Math.min(count - STRANGERS - 1, 20), MAX_WAIT_MS);
        const wait = await attempts.hold(slot, pause);
        if (wait > 0) {
          await attempts.refund(ofAll);
          return { wait: refuse(slot, wait) };
        }
      }
      return {
        async wasRight() {
          await Promise.all([attempts.clear(ofBoth), attempts.refund(ofNetwork), attempts.refund(ofAll)]);
        },
      };
    },

    /** A new account. @returns how long to wait, ms; 0 when it may proceed */
    registration: (ip: string) => take(`registration ${networkOf(ip)}`, REGISTRATIONS, HOUR_MS),

    /**
     * A requested mail, for any address with or without an account. Each kind has its own counter: strangers who
     * register a person's address do not keep that person from resetting the password.
     * @param windowMs no longer than the link's lifetime, so that strangers cannot keep the owner from ever having a
     * valid link
     * @returns as above
     */
    mail: (email: string, kind: CodePurpose, windowMs = HOUR_MS) =>
      take(`mail ${kind} ${short(email)}`, MAILS, windowMs),

    /** Links for new passwords, to any address. @returns as above */
    newPasswords: (ip: string) => take(`new passwords ${networkOf(ip)}`, NEW_PASSWORDS, HOUR_MS),

    /** A guess at a mailed code. @param name identifies the code @returns whether it may be checked */
    async guess(name: string): Promise<boolean> {
      return (await take(`guess ${short(name)}`, GUESSES, DAY_MS)) === 0;
    },

    /** The password of a signed-in person. @returns how long to wait, ms; 0 when it may proceed */
    ownPassword: (accountId: string) => take(`own password ${accountId}`, PER_ACCOUNT, QUARTER_MS),
    ownPasswordWasRight: (accountId: string) => attempts.clear(`own password ${accountId}`),
  };
}

export type Throttle = ReturnType<typeof throttle>;

/** How long to wait, in full minutes. */
export function waitInMinutes(ms: number): number {
  return Math.ceil(ms / MINUTE_MS);
}

/** Keys of counters must not contain people's addresses: they are hashed. */
function short(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}
