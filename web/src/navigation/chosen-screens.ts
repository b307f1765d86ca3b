import type { ComponentType } from 'react';
import type { ScreenProps } from './screen.ts';

/** The load of a route stands for its screen. */
type Load = () => Promise<unknown>;

/** The component that a route shows. Chosen once and kept, or the screen would be mounted anew (docs/pitfalls.md#a-screen-that-is-chosen-twice). */
export const components = new WeakMap<Load, ComponentType<ScreenProps>>();

/** Screens whose file did not come. */
export const failed = new Set<Load>();

/** A screen that could not be loaded is asked for again when it is opened again. */
export function dropFailedScreens(): void {
  for (const load of failed) components.delete(load);
  failed.clear();
}
