import { and, desc, eq, sql } from 'drizzle-orm';
import { directoryToken } from '../db/provisioning-tables.ts';
import type { Queries } from '../db/transaction.ts';

export type DirectoryTokenRow = typeof directoryToken.$inferSelect;

/** A directory as its token names it. */
export interface TokenDirectory {
  tokenId: string;
  expiresAt: Date;
  directoryId: string;
  name: string;
  /** Those that are proved, in lower case. */
  domains: string[];
}

/** Tokens with which directories keep their people and groups up to date. */
export function directoryTokensStore(db: Queries) {
  return {
    /** Newest first, expired ones included. */
    of: (directoryId: string): Promise<DirectoryTokenRow[]> =>
      db
        .select()
        .from(directoryToken)
        .where(eq(directoryToken.directoryId, directoryId))
        .orderBy(desc(directoryToken.createdAt), directoryToken.tokenId),

    async add(directoryId: string, tokenHash: string, expiresAt: Date): Promise<DirectoryTokenRow> {
      const [row] = await db.insert(directoryToken).values({ directoryId, tokenHash, expiresAt }).returning();
      if (row === undefined) throw new Error('the token was not written');
      return row;
    },

    /** @returns whether the directory had it */
    async remove(directoryId: string, tokenId: string): Promise<boolean> {
      const done = await db
        .delete(directoryToken)
        .where(and(eq(directoryToken.directoryId, directoryId), eq(directoryToken.tokenId, tokenId)));
      return done.rowCount === 1;
    },

    /** The token with this hash and its directory, also when it has expired. */
    async byHash(tokenHash: string): Promise<TokenDirectory | null> {
      const { rows } = await db.execute<Record<keyof TokenDirectory, unknown>>(sql`
        select token_id as "tokenId", expires_at as "expiresAt", directory_id as "directoryId", name,
          array(select domain from directory_domain
            where directory_domain.directory_id = directory.directory_id and proved_at is not null) as domains
        from directory_token join directory using (directory_id) where token_hash = ${tokenHash}`);
      const [row] = rows;
      if (row === undefined) return null;
      return { ...(row as unknown as TokenDirectory), expiresAt: new Date(row.expiresAt as string) };
    },

    /** Records the time of use, at most once a minute. */
    async noteUse(tokenId: string): Promise<void> {
      await db.execute(sql`
        update directory_token set last_used_at = now()
        where token_id = ${tokenId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
    },

    /** Records why a request was refused, at most once a second. */
    async noteError(tokenId: string, error: string): Promise<void> {
      await db.execute(sql`
        update directory_token set last_error_at = now(), last_error = ${error}
        where token_id = ${tokenId} and (last_error_at is null or last_error_at < now() - interval '1 second')`);
    },

    /** How many people and groups a directory keeps. */
    async counts(directoryId: string): Promise<{ people: number; left: number; groups: number }> {
      const { rows } = await db.execute<{ people: number; left: number; groups: number }>(sql`
        select count(*) filter (where is_active)::int as people, count(*) filter (where not is_active)::int as left,
          (select count(*)::int from learner_group where directory_id = ${directoryId}) as groups
        from directory_person where directory_id = ${directoryId} and deleted_at is null`);
      return rows[0] ?? { people: 0, left: 0, groups: 0 };
    },
  };
}
