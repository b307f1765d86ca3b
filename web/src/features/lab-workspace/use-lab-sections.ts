import type { LabContent } from '@academy/contract/labs';
import { useCallback, useState } from 'react';

type Page = LabContent['pages'][number];

const keyOf = (page: Page | undefined, section: number): string => `${page?.name}#${section}`;

/** Which sections of the page are open, by the position of the action that begins them. */
export function useLabSections(page: Page | undefined) {
  /** What learners and actions have changed. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: useCallback(
      (section: number) => changed.get(keyOf(page, section)) ?? page?.actions[section]?.settings.open === true,
      [page, changed],
    ),
    setSection: useCallback(
      (section: number, open: boolean) => {
        const key = keyOf(page, section);
        setChanged((before) => (before.get(key) === open ? before : new Map(before).set(key, open)));
      },
      [page],
    ),
    resetSections: useCallback(() => setChanged(new Map()), []),
  };
}
