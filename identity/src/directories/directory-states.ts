import type { IdentityStore } from '../identity-store.ts';
import { hashSecret, newSecret } from '../secrets.ts';

const MODEL = 'DirectoryState';
const TICKET = 'DirectoryTicket';
const PASS = 'DirectoryPass';
const MINUTE_MS = 60_000;
/** Longest time between leaving for a directory and coming back, ms. */
const STATE_LIFETIME_MS = 15 * MINUTE_MS;
const TICKET_LIFETIME_MS = 5 * MINUTE_MS;
/** How long an operator lets somebody log in with a password all the same, ms. */
export const PASS_LIFETIME_MS = 60 * MINUTE_MS;

/** A log-in that has left for a directory. */
export interface Departure {
  directoryId: string;
  nonce: string;
  verifier: string;
  /** When the browser left, ms since 1970; absent in those of earlier editions. */
  leftAt?: number;
  /** Whether the person must log in anew there. */
  fresh?: boolean;
  /** The log-in of this academy that waits, with its brand; or the browser of an administrator who tries the directory. */
  of: { uid: string; tenantId: string } | { browser: string };
}

type Artifacts = IdentityStore['artifacts'];

/** Stores departures in the database, by the hash of their `state`: each comes back once. */
export function departures(artifacts: Artifacts, now: () => number) {
  return {
    /** @returns what the provider must send back */
    async leave(directoryId: string, of: Departure['of'], fresh = false) {
      const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
      const departure: Departure = { directoryId, nonce, verifier, of, fresh, leftAt: now() };
      await artifacts.add(MODEL, hashSecret(state), row(departure, STATE_LIFETIME_MS));
      return { state, nonce, verifier };
    },
    /** Null for one that is unknown, has expired or came back before. */
    async find(state: string): Promise<Departure | null> {
      const found = await artifacts.find(MODEL, hashSecret(state));
      return found === null || found.consumedAt !== null ? null : (found.payload as unknown as Departure);
    },
    /** @returns false when it came back before */
    use: (state: string): Promise<boolean> => artifacts.consume(MODEL, hashSecret(state)),
    /** The directory of a ticket, once. */
    async redeemTicket(ticket: string): Promise<string | null> {
      const found = await artifacts.find(TICKET, hashSecret(ticket));
      if (found === null || !(await artifacts.consume(TICKET, hashSecret(ticket)))) return null;
      return String(found.payload.directoryId);
    },
    hasPass: async (email: string): Promise<boolean> =>
      (await artifacts.find(PASS, hashSecret(email.toLowerCase()))) !== null,
  };

  function row(payload: object, lifetimeMs: number) {
    return { payload: { ...payload }, grantId: null, uid: null, expiresAt: new Date(now() + lifetimeMs) };
  }
}

export type Departures = ReturnType<typeof departures>;

/** Lets an administrator try a directory in one browser. @returns the secret in the address */
export async function addTicket(artifacts: Pick<Artifacts, 'add'>, directoryId: string): Promise<string> {
  const ticket = newSecret();
  const expiresAt = new Date(Date.now() + TICKET_LIFETIME_MS);
  await artifacts.add(TICKET, hashSecret(ticket), { payload: { directoryId }, grantId: null, uid: null, expiresAt });
  return ticket;
}

/** Lets the person of an address log in with a password for an hour, where a directory is required. */
export async function addPass(artifacts: Pick<Artifacts, 'upsert'>, email: string): Promise<void> {
  const expiresAt = new Date(Date.now() + PASS_LIFETIME_MS);
  await artifacts.upsert(PASS, hashSecret(email.toLowerCase()), { payload: {}, grantId: null, uid: null, expiresAt });
}
