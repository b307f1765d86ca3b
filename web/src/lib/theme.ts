import { THEME_STORAGE_KEY } from '@academy/contract/constants';
import { local } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const theme = createStore<Theme>('system');

/** Takes over what the viewer chose earlier; the start script has shown it already. */
export function readTheme(): void {
  const stored = local.get(THEME_STORAGE_KEY);
  theme.set(stored === 'light' || stored === 'dark' ? stored : 'system');
}

/** Shows and keeps the viewer's choice of colours. */
export function setTheme(next: Theme): void {
  local.set(THEME_STORAGE_KEY, next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  theme.set(next);
}

export const useTheme = (): Theme => useStore(theme);
