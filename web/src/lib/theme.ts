import { THEME_STORAGE_KEY } from '@academy/contract/constants';
import { device } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const theme = createStore<Theme>('system');

/** What the viewer chose earlier; the start script has shown it already. */
const stored = import.meta.env.SSR ? null : device.get(THEME_STORAGE_KEY);
if (stored === 'light' || stored === 'dark') theme.set(stored);

/** Applies and stores the viewer's choice of colours. */
export function setTheme(next: Theme): void {
  device.set(THEME_STORAGE_KEY, next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  theme.set(next);
}

/** The colour of the browser's own frame follows: the document names that of light, then that of dark. */
export function showThemeColor(theme: Theme): void {
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').entries()) {
    const scheme = index === 0 ? 'light' : 'dark';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}

export const useTheme = (): Theme => useStore(theme);
