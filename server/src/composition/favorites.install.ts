import { bindFavorites } from '../favorites/favorites.routes.ts';
import { favoritesService } from '../favorites/favorites.service.ts';
import { favoritesStore } from '../favorites/favorites.store.ts';
import type { AppContext } from './app-context.ts';

export function installFavorites({ calls, db, courses, guides, paths, progress }: AppContext): void {
  bindFavorites(calls, favoritesService(favoritesStore(db), courses, guides, paths, progress));
}
