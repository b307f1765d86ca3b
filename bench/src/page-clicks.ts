import type { Browser } from 'playwright-core';
import type { Figure } from './figure.ts';
import { PHONE, untilNothingIsAsked } from './page-load.ts';
import { median } from './statistics.ts';

interface Click {
  /** From the click to the frame that shows the next page's heading, ms. */
  toHeading: number;
  /** Busy time of the main thread meanwhile, ms, on the throttled processor. */
  busy: number;
}

/** Targets, ms. */
const MOST_MS = { prefetched: 150, 'not prefetched': 900 };

/** Clicks from the list of courses to a course on a slow phone: with prefetching by the pointer, and without. */
export async function clickFigures(
  browser: Browser,
  origin: string,
  { rounds, log }: { rounds: number; log(line: string): void },
): Promise<Figure[]> {
  const clicks: Record<'prefetched' | 'not prefetched', Click[]> = { prefetched: [], 'not prefetched': [] };
  for (let round = 0; round < rounds; round += 1) {
    log(`Clicking from the courses to a course, round ${round + 1} of ${rounds}`);
    for (const kind of ['prefetched', 'not prefetched'] as const)
      clicks[kind].push(await click(browser, origin, kind === 'prefetched'));
  }
  const figure = (name: string, value: number, most: number | null): Figure => ({
    ...{ area: 'clicks', subject: 'courses to course', name, value, unit: 'ms' },
    target: most === null ? null : { most },
  });
  return (['prefetched', 'not prefetched'] as const).flatMap((kind) => [
    figure(`${kind}, to the heading`, median(clicks[kind].map((one) => one.toHeading)), MOST_MS[kind]),
    figure(`${kind}, main thread`, median(clicks[kind].map((one) => one.busy)), null),
  ]);
}

async function click(browser: Browser, origin: string, prefetched: boolean): Promise<Click> {
  const context = await browser.newContext(PHONE.context);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${origin}/courses`);
    await page.waitForLoadState('networkidle');
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', PHONE.network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
    const link = page.locator('main article a').first();
    if (prefetched) {
      await link.focus();
      await untilNothingIsAsked(page, session);
    }
    await session.send('Performance.enable');
    const busySeconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    };
    const before = await busySeconds();
    const toHeading = await link.evaluate(
      (element: HTMLElement) =>
        new Promise<number>((done) => {
          const heading = () => document.querySelector('main h1')?.textContent;
          const left = heading();
          const began = performance.now();
          const look = () => (heading() === left ? requestAnimationFrame(look) : done(performance.now() - began));
          element.click();
          requestAnimationFrame(look);
        }),
    );
    return { toHeading, busy: ((await busySeconds()) - before) * 1000 };
  } finally {
    await context.close();
  }
}
