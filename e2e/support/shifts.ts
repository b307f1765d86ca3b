import type { Page } from '@playwright/test';

/**
 * Notes what moves on a page without anybody doing anything; to be called before the page opens.
 *
 * @returns answers what has moved since the present document was read to its end; a busy machine paints a header whose
 * last part has not been parsed yet
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
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
  return () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const { shifts } = window as unknown as { shifts: { at: number; what: string }[] };
      return shifts.filter(({ at }) => at > (navigation?.domInteractive ?? 0)).map(({ what }) => what);
    });
}
