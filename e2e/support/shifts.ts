import type { Page } from '@playwright/test';

/**
 * Notes what moves on a page without anybody doing anything; to be called before the page opens.
 *
 * @returns answers what has moved since the present document, read to its end, was painted; a busy machine paints a header
 * whose last part has not been parsed yet
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: { at: number; what: string; value: number }[] = [];
    const seen = { shifts, paintedAt: Number.POSITIVE_INFINITY, fontsAt: [] as number[] };
    Object.assign(window, { seen });
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      // The first frame after the end of the document, and the beginning of the one after it.
      requestAnimationFrame(() =>
        requestAnimationFrame((time) => {
          seen.paintedAt = time;
        }),
      );
    });
    document.fonts.addEventListener('loadingdone', () => seen.fontsAt.push(performance.now()));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.nodeValue));
        shifts.push({
          at: entry.startTime,
          value,
          what: `${value}: ${moved.map((text) => text?.slice(0, 120)).join(' | ')}`,
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      type Shift = { at: number; what: string; value: number };
      const { seen } = window as unknown as { seen: { shifts: Shift[]; paintedAt: number; fontsAt: number[] } };
      if (seen.paintedAt === Number.POSITIVE_INFINITY) throw new Error('Nobody has seen the page yet');
      // The font does not hold the first paint (decision 0012): where it comes after it, a short word is a little wider.
      const isOfFont = ({ at, value }: Shift) =>
        value < 0.001 && seen.fontsAt.some((font) => Math.abs(at - font) < 100);
      return seen.shifts.filter((shift) => shift.at >= seen.paintedAt && !isOfFont(shift)).map(({ what }) => what);
    });
}
