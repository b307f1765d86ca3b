import { listFavorites, setFavorite } from '@academy/contract/favorites';
import type { CallTable } from '../calls/bind.ts';
import type { FavoritesService } from './favorites.service.ts';

export function bindFavorites(calls: CallTable, favorites: FavoritesService): void {
  calls.bind(setFavorite, ({ scope, body: { id, operationType, likeableType } }) =>
    favorites.set(scope, { kind: likeableType, id }, operationType === 'save'),
  );
  calls.bind(listFavorites, ({ scope }) => favorites.list(scope));
}
