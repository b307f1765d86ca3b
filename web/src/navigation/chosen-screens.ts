import type { ComponentType } from 'react';
import type { ScreenProps } from './screen.ts';

/** Screens are identified by the `load` of their route. */
type Load = () => Promise<unknown>;

/** The component that a route shows. Chosen once and kept, or the screen would be remounted (docs/pitfalls.md#a-screen-that-is-chosen-twice). */
export const components = new WeakMap<Load, ComponentType<ScreenProps>>();

/** Screens whose file could not be loaded. */
export const failed = new Set<Load>();

/** Drops screens that could not be loaded, so that opening them loads them again. */
export function dropFailedScreens(): void {
  for (const load of failed) components.delete(load);
  failed.clear();
}
