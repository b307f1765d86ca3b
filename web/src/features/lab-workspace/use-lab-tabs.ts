import { FIRST_TAB, standardTab } from '@academy/lab-engine/standard-tabs';
import { useCallback, useRef, useState } from 'react';

/** What the right half shows: a terminal (`terminal-1`), `editor`, `checks`, or a tab of an author by its name. */
export type TabKey = string;

interface UrlTab {
  name: string;
  url: string;
}

/** The tabs of the right half. @param first tabs of the author that are open from the start */
export function useLabTabs(first: readonly UrlTab[]) {
  const [tab, setTab] = useState<TabKey>(FIRST_TAB);
  const [urlTabs, setUrlTabs] = useState(first);
  const urlTabsNow = useRef(urlTabs);
  urlTabsNow.current = urlTabs;

  /** @returns false when there is no such tab */
  const showNamed = useCallback((name: string): boolean => {
    const standard = standardTab(name);
    if (standard === null && !urlTabsNow.current.some((one) => one.name === name)) return false;
    setTab(standard ?? `url-${name}`);
    return true;
  }, []);
  /** @param focus false: the tab is made, and the one that is shown stays */
  const openUrl = useCallback((name: string, url: string, focus: boolean) => {
    setUrlTabs((before) => [...before.filter((one) => one.name !== name), { name, url }]);
    if (focus) setTab(`url-${name}`);
  }, []);
  const closeUrl = useCallback((name: string) => {
    setUrlTabs((before) => before.filter((one) => one.name !== name));
    setTab((now) => (now === `url-${name}` ? FIRST_TAB : now));
  }, []);
  const reset = () => setTab(FIRST_TAB);
  return { tab, urlTabs, setTab, showNamed, openUrl, closeUrl, reset };
}
