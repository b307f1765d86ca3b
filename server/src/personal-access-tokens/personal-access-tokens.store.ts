import type { Ability } from '@academy/contract/abilities';
import { and, asc, desc, eq, gt, inArray, not, sql } from 'drizzle-orm';
import { person, personalAccessToken } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { NewsOwner } from '../identity/owner-news.ts';
import { TOKEN_HELD_BACK } from '../identity/recovery.store.ts';

export interface NewToken {
  personId: string;
  tenantId: string;
  /** Unique for this person and tenant. */
  name: string;
  /** At least one. */
  abilities: readonly Ability[];
  /** The content to which it is limited; left out: all that its owner may. */
  scopes?: readonly string[] | null;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** Left out: now, by the database's clock. */
  createdAt?: Date;
  expiresAt: Date;
}

/** A token as lists show it; the token itself is not stored. */
export interface TokenRow {
  tokenId: string;
  personId: string;
  /** Sign-in address of the person it acts for. */
  email: string;
  tenantId: string;
  name: string;
  abilities: string[];
  scopes: string[] | null;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const COLUMNS = {
  tokenId: personalAccessToken.tokenId,
  personId: personalAccessToken.personId,
  email: person.email,
  tenantId: personalAccessToken.tenantId,
  name: personalAccessToken.name,
  abilities: personalAccessToken.abilities,
  scopes: personalAccessToken.scopes,
  createdAt: personalAccessToken.createdAt,
  expiresAt: personalAccessToken.expiresAt,
  lastUsedAt: personalAccessToken.lastUsedAt,
};

export function personalAccessTokensStore(db: Queries) {
  return {
    /** The future owner of a token, locked until the transaction ends; null when there is no such person. */
    async lockOwner(personId: string): Promise<NewsOwner | null> {
      const rows = await db
        .select({
          issuer: person.issuer,
          subject: person.subject,
          email: person.email,
          firstName: person.firstName,
        })
        .from(person)
        .where(eq(person.personId, personId))
        .for('update');
      return rows[0] ?? null;
    },

    async countTokens(personId: string): Promise<number> {
      return db.$count(personalAccessToken, eq(personalAccessToken.personId, personId));
    },

    /** The new token's id; null when the person has one of that name in this tenant. */
    async createToken(token: NewToken): Promise<string | null> {
      const rows = await db
        .insert(personalAccessToken)
        .values({ ...token, abilities: [...token.abilities], scopes: token.scopes ? [...token.scopes] : null })
        .onConflictDoNothing({
          target: [personalAccessToken.personId, personalAccessToken.tenantId, personalAccessToken.name],
        })
        .returning({ tokenId: personalAccessToken.tokenId });
      return rows[0]?.tokenId ?? null;
    },

    /** The token with this hash; null when it is unknown, revoked, suspended or expired. */
    async findByHash(tokenHash: string): Promise<TokenRow | null> {
      const rows = await db
        .select(COLUMNS)
        .from(personalAccessToken)
        .innerJoin(person, eq(person.personId, personalAccessToken.personId))
        .where(
          and(
            eq(personalAccessToken.tokenHash, tokenHash),
            gt(personalAccessToken.expiresAt, sql`now()`),
            not(TOKEN_HELD_BACK),
          ),
        )
        .limit(1);
      return rows[0] ?? null;
    },

    /** Records the time of use, at most once a minute: a busy token must not turn every read into a write. */
    async noteUse(tokenId: string): Promise<void> {
      await db
        .update(personalAccessToken)
        .set({ lastUsedAt: sql`now()` })
        .where(
          and(
            eq(personalAccessToken.tokenId, tokenId),
            sql`(${personalAccessToken.lastUsedAt} is null or ${personalAccessToken.lastUsedAt} < now() - interval '1 minute')`,
          ),
        );
    },

    /**
     * Tokens of everybody or of one person, newest first; expired ones included.
     *
     * @param max how many at most; left out: all
     */
    async listTokens(personId?: string, max?: number): Promise<TokenRow[]> {
      const rows = db
        .select(COLUMNS)
        .from(personalAccessToken)
        .innerJoin(person, eq(person.personId, personalAccessToken.personId))
        .where(personId === undefined ? undefined : eq(personalAccessToken.personId, personId))
        .orderBy(desc(personalAccessToken.createdAt), asc(personalAccessToken.tokenId));
      return max === undefined ? rows : rows.limit(max);
    },

    /** The existing ones of these tokens, of one person only when one is given, locked until the transaction ends. */
    async lockTokens(tokenIds: readonly string[], personId?: string): Promise<TokenRow[]> {
      return (
        db
          .select(COLUMNS)
          .from(personalAccessToken)
          .innerJoin(person, eq(person.personId, personalAccessToken.personId))
          .where(
            and(
              inArray(personalAccessToken.tokenId, [...tokenIds]),
              personId === undefined ? undefined : eq(personalAccessToken.personId, personId),
            ),
          )
          // Always in the same order: two concurrent deletions of the same tokens cannot deadlock.
          .orderBy(asc(personalAccessToken.tokenId))
          .for('update', { of: personalAccessToken })
      );
    },

    /** Revokes tokens at once, of one person only when one is given; returns the ids that existed. */
    async revoke(tokenIds: readonly string[], personId?: string): Promise<string[]> {
      if (tokenIds.length === 0) return [];
      const rows = await db
        .delete(personalAccessToken)
        .where(
          and(
            inArray(personalAccessToken.tokenId, [...tokenIds]),
            personId === undefined ? undefined : eq(personalAccessToken.personId, personId),
          ),
        )
        .returning({ tokenId: personalAccessToken.tokenId });
      return rows.map((row) => row.tokenId);
    },
  };
}

export type PersonalAccessTokensStore = ReturnType<typeof personalAccessTokensStore>;
