import type { Page } from '@playwright/test';

interface Seen {
  seen: { shifts: { at: number; what: string }[]; paintedAt: number };
}

/**
 * Records layout shifts of a page; to be called before the page opens.
 *
 * @returns a function that returns the shifts since the first paint of the completely parsed document: a busy machine
 * paints a header before its end is parsed
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: { at: number; what: string }[] = [];
    const seen = { shifts, paintedAt: Number.POSITIVE_INFINITY };
    Object.assign(window, { seen });
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      // The first frame after the end of the document, and the start of the next one.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          // Not the callback's timestamp: a slow frame is painted after the next one should have started.
          seen.paintedAt = performance.now();
        }),
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.nodeValue));
        shifts.push({ at: entry.startTime, what: `${value}: ${moved.map((text) => text?.slice(0, 120)).join(' | ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // A busy machine answers before it paints.
    await page.waitForFunction(() => (window as unknown as Seen).seen.paintedAt < Number.POSITIVE_INFINITY);
    return page.evaluate(() => {
      const { seen } = window as unknown as Seen;
      return seen.shifts.filter(({ at }) => at >= seen.paintedAt).map(({ what }) => what);
    });
  };
}
