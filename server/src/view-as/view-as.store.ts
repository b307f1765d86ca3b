import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { viewAs } from '../db/view-as-tables.ts';
import type { PersonRow } from '../people/people.store.ts';

/** An impersonation that has neither ended nor expired, with both people's present rows. */
export interface OpenImpersonation {
  viewId: string;
  tenantId: string;
  grantId: string | null;
  createdAt: Date;
  admin: PersonRow;
  viewed: PersonRow;
}

const admin = alias(person, 'admin');
const viewed = alias(person, 'viewed');
const isOpen = and(isNull(viewAs.endedAt), gt(viewAs.expiresAt, sql`now()`));

export function impersonationStore(db: Queries) {
  async function open(where: SQL): Promise<OpenImpersonation[]> {
    const { viewId, tenantId, grantId, createdAt } = viewAs;
    return db
      .select({ viewId, tenantId, grantId, createdAt, admin, viewed })
      .from(viewAs)
      .innerJoin(admin, eq(admin.personId, viewAs.adminId))
      .innerJoin(viewed, eq(viewed.personId, viewAs.viewedId))
      .where(and(where, isOpen));
  }

  return {
    async person(personId: string): Promise<PersonRow | null> {
      return (await db.select().from(person).where(eq(person.personId, personId)))[0] ?? null;
    },

    async add(view: typeof viewAs.$inferInsert): Promise<void> {
      await db.insert(viewAs).values(view);
    },

    /** The impersonation of this token; null when it is unknown, ended or expired. */
    async findByHash(tokenHash: string): Promise<OpenImpersonation | null> {
      return (await open(eq(viewAs.tokenHash, tokenHash)))[0] ?? null;
    },

    /** Ends one impersonation. @returns false when it had ended already */
    async end(viewId: string): Promise<boolean> {
      const rows = await db
        .update(viewAs)
        .set({ endedAt: sql`now()` })
        .where(and(eq(viewAs.viewId, viewId), isNull(viewAs.endedAt)))
        .returning({ viewId: viewAs.viewId });
      return rows.length > 0;
    },

    byId: (viewId: string) => open(eq(viewAs.viewId, viewId)),
    ofAdmin: (adminId: string) => open(eq(viewAs.adminId, adminId)),
  };
}

export type ImpersonationStore = ReturnType<typeof impersonationStore>;
