import { type Actor, personIdOf } from '../scope.ts';
import type { Identified, PeopleStore, PersonRow } from './people.store.ts';

/** What is known of a personal access token that is good. */
export interface KnownToken {
  tokenId: string;
  name: string;
  personId: string;
  tenantId: string;
  abilities: string[];
}

/** Roles and membership are read again after this long, ms (security rule 5). */
const FRESH_MS = 1_000;
const MOST_REMEMBERED = 20_000;

/**
 * Turns verified identities into actors. A person comes into being at the first signed-in request; names and address
 * follow the identity provider, roles and membership are the academy's own.
 */
export function peopleService(store: PeopleStore, now: () => number = Date.now) {
  const remembered = new Map<string, { row: PersonRow; at: number }>();

  async function personOf(who: Identified): Promise<PersonRow> {
    const key = `${who.issuer} ${who.subject}`;
    const known = remembered.get(key);
    if (known !== undefined && now() - known.at < FRESH_MS) return known.row;
    let row = await store.byIdentity(who.issuer, who.subject);
    const told = row === null ? who : withoutBlanks(who, row);
    if (row === null || changed(row, told)) row = await store.upsert(told);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, { row, at: now() });
    return row;
  }

  return {
    /** @param grantId the grant behind the session, where the provider tells it */
    async actorOfSession(who: Identified, grantId: string | null): Promise<Actor> {
      return actor(await personOf(who), { kind: 'session', grantId }, now());
    },

    /** The actor behind a personal access token; null when its maker is gone. */
    async actorOfToken(token: KnownToken): Promise<Actor | null> {
      const row = await store.byId(token.personId);
      if (row === null) return null;
      const abilities = token.abilities as Extract<Actor['by'], { kind: 'token' }>['abilities'];
      const { tenantId, tokenId, name } = token;
      return actor(row, { kind: 'token', tenantId, abilities, tokenId, name }, now());
    },

    loginOf: store.loginOf,
  };
}

export type PeopleService = ReturnType<typeof peopleService>;

/** Some tokens say less than others: what they leave out stays as it is. */
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

function actor(row: PersonRow, by: Actor['by'], at: number): Actor {
  const membership =
    row.proStartsAt !== null && row.proEndsAt !== null ? { startsAt: row.proStartsAt, endsAt: row.proEndsAt } : null;
  return {
    personId: personIdOf(row),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    emailVerified: row.emailVerified,
    isAdmin: row.isAdmin,
    isPro: membership !== null && membership.startsAt.getTime() <= at && at < membership.endsAt.getTime(),
    membership,
    createdAt: row.createdAt,
    by,
  };
}
