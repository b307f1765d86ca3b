import type { Page } from '@playwright/test';

/** Notes every layout shift of the pages that are opened from now on. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { at: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.nodeValue));
        shifts.push({ at: entry.startTime, what: `${value}: ${moved.map((text) => text?.slice(0, 120)).join(' | ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on the page since it had arrived; `watchLayoutShifts` comes before it. */
export async function layoutShifts(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const { shifts } = window as unknown as { shifts: { at: number; what: string }[] };
    // A busy machine paints a header whose last part has not been parsed yet.
    return shifts.filter(({ at }) => at > (navigation?.domInteractive ?? 0)).map(({ what }) => what);
  });
}
