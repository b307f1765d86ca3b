import { MAX_FAVORITES } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import { and, count, eq } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { favorite, person } from '../db/tables.ts';
import type { PersonId, TenantScope } from '../scope.ts';

interface FavoriteKey {
  personId: PersonId;
  tenantId: TenantScope;
  kind: LikeableType;
  id: string;
}

/** Writes favorites. Reads stand in `progress.store.ts`, because they are shown together with progress. */
export function favoritesStore(db: Database) {
  return {
    /**
     * Adds a favorite; an existing one stays as it is.
     *
     * @throws AcademyError conflict at the limit of favorites; invalid-token when the person was deleted a moment ago
     */
    async save(favoriteKey: FavoriteKey): Promise<void> {
      const { personId, tenantId } = favoriteKey;
      await db.transaction(async (tx) => {
        // Locked until the favorite is stored: a person deleted at this moment leaves no favorite behind, and two
        // requests cannot exceed the limit together.
        const [owner] = await tx.select({}).from(person).where(eq(person.personId, personId)).for('no key update');
        if (owner === undefined) throw new AcademyError('invalid-token');
        const added = await tx
          .insert(favorite)
          .values(favoriteKey)
          .onConflictDoNothing()
          .returning({ id: favorite.id });
        if (added.length === 0) return;
        const [all] = await tx
          .select({ total: count() })
          .from(favorite)
          .where(and(eq(favorite.personId, personId), eq(favorite.tenantId, tenantId)));
        if ((all?.total ?? 0) > MAX_FAVORITES) {
          const most = MAX_FAVORITES.toLocaleString('en');
          const message = `You have ${most} favorites, which is the most there can be. Remove one to add another.`;
          throw new AcademyError('conflict', { message });
        }
      });
    },

    /** Removes a favorite. @returns false when there was none */
    async remove({ personId, tenantId, kind, id }: FavoriteKey): Promise<boolean> {
      const gone = await db
        .delete(favorite)
        .where(
          and(
            eq(favorite.personId, personId),
            eq(favorite.tenantId, tenantId),
            eq(favorite.kind, kind),
            eq(favorite.id, id),
          ),
        )
        .returning({ id: favorite.id });
      return gone.length > 0;
    },
  };
}

export type FavoritesStore = ReturnType<typeof favoritesStore>;
