import { AcademyError } from '@academy/contract/errors';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import { type Actor, personIdOf } from '../values/scope.ts';
import { membershipOf } from './people.present.ts';
import type { Identified, KnownPerson, PeopleStore, PersonRow } from './people.store.ts';

/** A valid personal access token. */
export interface KnownToken {
  tokenId: string;
  name: string;
  personId: string;
  tenantId: string;
  abilities: string[];
  /** The content to which it is limited; null: all that its owner may. */
  scopes: string[] | null;
}

/** Claims of a verified OpenID token about its session. */
export interface SessionIdentity extends Identified {
  /** The provider's grant, where the token names it: log-out ends it. */
  grantId: string | null;
  /** The embedded provider's session. */
  sessionUid: string | null;
  /** When the token was issued, ms since 1970. */
  issuedAt: number;
  /** When the person last authenticated, ms since 1970; null where the provider does not say. */
  authenticatedAt: number | null;
}

/** Cached roles and memberships are at most this old, ms: a revoked right must not work for longer. */
const FRESH_MS = 1_000;

/**
 * Turns verified identities into actors. A person is created at the first signed-in request; names and address follow
 * the identity provider, roles and membership are the academy's own.
 */
export function peopleService(
  store: PeopleStore,
  now: () => number = Date.now,
  /** Makes the first administrator. */
  raise: (row: KnownPerson) => Promise<KnownPerson> = async (row) => row,
  memory: CacheMemory = serverMemory().caches,
) {
  const remembered = memory.cache<KnownPerson>('people', { ttl: FRESH_MS, now });

  async function present(who: SessionIdentity): Promise<KnownPerson> {
    const row = await store.byIdentity(who.issuer, who.subject);
    if (row !== null && !changed(row, withoutBlanks(who, row))) return row;
    if (who.issuer === EMBEDDED_ISSUER) {
      // Its tokens hold the names at the time of issue; the account holds the present ones.
      const names = await store.accountNames(who.subject);
      if (row === null) return names === null ? refuse() : store.upsert({ ...who, ...names });
      if (names === null || !changed(row, { ...who, ...names })) return row;
      return (await store.update(row.personId, { ...who, ...names })) ?? refuse();
    }
    if (row !== null) return (await store.update(row.personId, withoutBlanks(who, row))) ?? refuse();
    const removedAt = await store.removedAt(who.issuer, who.subject);
    return removedAt !== null && who.issuedAt <= removedAt.getTime() ? refuse() : store.upsert(who);
  }

  async function personOf(who: SessionIdentity): Promise<KnownPerson> {
    const key = `${who.issuer} ${who.subject}`;
    const cached = remembered.get(key);
    if (cached !== undefined) return cached;
    // The age counts from before the query: a change during it must not be missed for longer.
    const start = now();
    const known = await present(who);
    const isFirst = known.addedAt !== null && known.firstLoginAt === null;
    const row = await raise(isFirst ? ((await store.loggedIn(known.personId)) ?? refuse()) : known);
    remembered.set(key, row, { start });
    return row;
  }

  return {
    /** @throws AcademyError invalid-token when the person was removed or signed out everywhere since */
    async actorOfSession(who: SessionIdentity): Promise<Actor> {
      const { grantId, sessionUid, authenticatedAt } = who;
      const row = await personOf(who);
      if (row.sessionsEndedAt !== null && who.issuedAt <= row.sessionsEndedAt.getTime()) refuse();
      return actorOf(row, { kind: 'session', grantId, sessionUid, authenticatedAt }, now());
    },

    /** Drops all cached people, so that the next request of each reads the database; other servers follow within a second. */
    forget(): void {
      remembered.clear();
    },

    /** The actor of a personal access token; null when its owner was removed. */
    async actorOfToken(token: KnownToken): Promise<Actor | null> {
      const row = await store.byId(token.personId);
      if (row === null) return null;
      const abilities = token.abilities as Extract<Actor['by'], { kind: 'token' }>['abilities'];
      const { tenantId, tokenId, name, scopes } = token;
      return actorOf(row, { kind: 'token', tenantId, abilities, tokenId, name, scopes }, now());
    },

    loginOf: store.loginOf,
  };
}

export type PeopleService = ReturnType<typeof peopleService>;

function refuse(): never {
  throw new AcademyError('invalid-token');
}

/** Some tokens have fewer claims than others: missing ones leave the stored values. */
function withoutBlanks(who: Identified, row: PersonRow): Identified {
  const silent = who.email === '';
  return {
    ...who,
    email: who.email || row.email,
    firstName: who.firstName || row.firstName,
    lastName: who.lastName || row.lastName,
    emailVerified: silent ? row.emailVerified : who.emailVerified,
  };
}

function changed(row: PersonRow, who: Identified): boolean {
  return (
    row.email !== who.email ||
    row.firstName !== who.firstName ||
    row.lastName !== who.lastName ||
    row.emailVerified !== who.emailVerified
  );
}

/** The actor of a person; one whose roles were not read has none. @param at ms since 1970 */
export function actorOf(row: PersonRow | KnownPerson, by: Actor['by'], at: number): Actor {
  return {
    personId: personIdOf(row),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    emailVerified: row.emailVerified,
    isAdmin: row.isAdmin,
    roles: 'roles' in row ? row.roles : [],
    ...membershipOf(row, at),
    createdAt: row.createdAt,
    by,
  };
}
