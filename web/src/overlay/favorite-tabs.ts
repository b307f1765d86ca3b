import type { FavoriteChange } from './overlay.ts';

/** A change that the server has saved. */
export interface SavedFavorite {
  /** Whose favorite: academy and person. */
  owner: string;
  change: FavoriteChange & { favoriteCount: number };
}

let channel: BroadcastChannel | null = null;

/** Notifies the other tabs of this browser. */
export const notifyFavoriteSaved = (saved: SavedFavorite): void => channel?.postMessage(saved);

/** Calls the listener with each favorite that another tab has saved, from now on. */
export function onFavoriteSavedElsewhere(listener: (saved: SavedFavorite) => void): void {
  if (!('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel('favorites');
  channel.addEventListener('message', ({ data }: MessageEvent<SavedFavorite>) => listener(data));
}
