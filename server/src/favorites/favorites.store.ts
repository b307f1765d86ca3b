import { MAX_FAVORITES } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { favorite, person } from '../db/tables.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

interface FavoriteKey {
  personId: PersonId;
  tenantId: TenantScope;
  kind: LikeableType;
  id: string;
}

/** Writes favorites. Reads are in `progress.store.ts`, because favorites are shown together with progress. */
export function favoritesStore(db: Database) {
  return {
    /**
     * Adds a favorite; an existing one stays as it is.
     *
     * @returns false when the learner has the most favorites already
     * @throws AcademyError invalid-token when the person was deleted a moment ago
     */
    save(favoriteKey: FavoriteKey): Promise<boolean> {
      const { personId, tenantId } = favoriteKey;
      return db.transaction(async (tx) => {
        // Locked until the favorite is stored: a person deleted at this moment leaves no favorite behind, and two
        // requests cannot exceed the limit together.
        const [owner] = await tx.select({}).from(person).where(eq(person.personId, personId)).for('no key update');
        if (owner === undefined) throw new AcademyError('invalid-token');
        if ((await tx.$count(favorite, is(favoriteKey))) > 0) return true;
        const total = await tx.$count(favorite, and(eq(favorite.personId, personId), eq(favorite.tenantId, tenantId)));
        if (total >= MAX_FAVORITES) return false;
        await tx.insert(favorite).values(favoriteKey);
        return true;
      });
    },

    /** Removes a favorite. @returns false when there was none */
    async remove(favoriteKey: FavoriteKey): Promise<boolean> {
      const removed = await db.delete(favorite).where(is(favoriteKey)).returning({ id: favorite.id });
      return removed.length > 0;
    },
  };
}

const is = ({ personId, tenantId, kind, id }: FavoriteKey) =>
  and(eq(favorite.personId, personId), eq(favorite.tenantId, tenantId), eq(favorite.kind, kind), eq(favorite.id, id));

export type FavoritesStore = ReturnType<typeof favoritesStore>;
