import type { ClaimMapping, DirectoryKind, SamlSettings } from '@academy/identity/directories/directory';
import { newSecret } from '@academy/identity/secrets';
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { directory, directoryDomain } from '../db/directory-tables.ts';
import type { Queries } from '../db/transaction.ts';

export type DirectoryRow = Omit<typeof directory.$inferSelect, 'kind' | 'mapping' | 'saml'> & {
  kind: DirectoryKind;
  mapping: ClaimMapping;
  saml: SamlSettings | null;
};
export type DomainRow = typeof directoryDomain.$inferSelect;
export type DirectoryWithDomains = DirectoryRow & { domains: DomainRow[] };

/** Directories as administrators and operators manage them. */
export function directoriesStore(db: Queries) {
  async function withDomains(rows: (typeof directory.$inferSelect)[]): Promise<DirectoryWithDomains[]> {
    const ids = rows.map(({ directoryId }) => directoryId);
    const domains =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(directoryDomain)
            .where(inArray(directoryDomain.directoryId, ids))
            .orderBy(asc(directoryDomain.domain));
    return rows.map((row) => ({
      ...row,
      kind: row.kind as DirectoryKind,
      mapping: row.mapping as ClaimMapping,
      saml: row.saml as SamlSettings | null,
      domains: domains.filter(({ directoryId }) => directoryId === row.directoryId),
    }));
  }

  return {
    all: async () =>
      withDomains(await db.select().from(directory).orderBy(asc(directory.name), asc(directory.createdAt))),

    async byId(directoryId: string): Promise<DirectoryWithDomains | null> {
      const [found] = await withDomains(
        await db.select().from(directory).where(eq(directory.directoryId, directoryId)),
      );
      return found ?? null;
    },

    async add(row: typeof directory.$inferInsert): Promise<void> {
      await db.insert(directory).values(row);
    },

    async change(directoryId: string, part: Partial<typeof directory.$inferInsert>): Promise<void> {
      await db.update(directory).set(part).where(eq(directory.directoryId, directoryId));
    },

    async remove(directoryId: string): Promise<void> {
      await db.delete(directory).where(eq(directory.directoryId, directoryId));
    },

    /** Adds the new ones without a proof and removes those that are not among them. */
    async setDomains(directoryId: string, names: readonly string[]): Promise<void> {
      await db
        .delete(directoryDomain)
        .where(
          and(
            eq(directoryDomain.directoryId, directoryId),
            names.length === 0 ? undefined : notInArray(directoryDomain.domain, [...names]),
          ),
        );
      if (names.length > 0)
        await db
          .insert(directoryDomain)
          .values(names.map((domain) => ({ directoryId, domain, proof: newSecret() })))
          .onConflictDoNothing();
    },

    async addDomain(directoryId: string, domain: string): Promise<void> {
      await db.insert(directoryDomain).values({ directoryId, domain, proof: newSecret() });
    },

    /** @returns false when another directory has proved it */
    async prove(directoryId: string, domain: string): Promise<boolean> {
      const proved = await db
        .update(directoryDomain)
        .set({ provedAt: sql`now()` })
        .where(
          and(
            eq(directoryDomain.directoryId, directoryId),
            eq(directoryDomain.domain, domain),
            isNull(directoryDomain.provedAt),
            sql`not exists (select 1 from ${directoryDomain} other
              where other.domain = ${domain} and other.proved_at is not null)`,
          ),
        )
        .returning();
      return proved.length > 0;
    },
  };
}
