import type { AppContext } from '../app-context.ts';
import { bindFavorites } from './favorites.routes.ts';
import { favoritesService } from './favorites.service.ts';
import { favoritesStore } from './favorites.store.ts';

export function installFavorites({ calls, db, courses, guides, paths, progress }: AppContext): void {
  bindFavorites(calls, favoritesService(favoritesStore(db), courses, guides, paths, progress));
}
