import { useLayoutEffect, useState } from 'react';
import type { OutlineGroup } from '../../features/lesson-outline/outline-view.ts';
import { storeInHistoryEntry } from '../../navigation/scroll.ts';

/** In the history entry: going back to a course finds its outline as it was. */
const KEY = 'open-modules';

/** Modules that are open by default: the first, and the one to continue in. */
export function openAtFirst(groups: readonly OutlineGroup[], nextSlug: string | null): string[] {
  const modules = groups.filter((group) => group.title !== null);
  const next = modules.find((group) => nextSlug !== null && group.lessons.some(({ slug }) => slug === nextSlug));
  return [...new Set([modules[0], next].flatMap((group) => group?.key ?? []))];
}

/** The keys that a history entry holds, as far as they are keys. */
export function storedKeys(state: unknown): string[] | null {
  const kept: unknown = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[KEY] : null;
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : null;
}

/**
 * Which modules of an outline are open.
 *
 * @param nextSlug the lesson to continue with; null for visitors
 */
export function useOpenModules(groups: readonly OutlineGroup[], nextSlug: string | null) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  useLayoutEffect(() => {
    const kept = storedKeys(history.state);
    if (kept !== null) setChosen(kept);
  }, []);
  const open = chosen ?? openAtFirst(groups, nextSlug);
  const choose = (keys: readonly string[]) => {
    setChosen(keys);
    storeInHistoryEntry(KEY, keys);
  };
  return { open, choose };
}
