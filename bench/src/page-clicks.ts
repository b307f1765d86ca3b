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
const MAX_MS = { prefetched: 150, 'not prefetched': 900 };

/** A click from a list to one of its entries. */
export interface ClickPath {
  /** As it is called in the report. */
  name: string;
  /** Address of the list. */
  from: string;
  /** Path of the entry; null: the first of the list. */
  to: string | null;
  /** Whether there are targets for it. */
  isJudged: boolean;
}

/** Clicks from lists to their entries on a slow phone: with prefetching by the pointer, and without. */
export async function clickFigures(
  browser: Browser,
  paths: readonly ClickPath[],
  { rounds, log }: { rounds: number; log(line: string): void },
): Promise<Figure[]> {
  const kinds = ['prefetched', 'not prefetched'] as const;
  const clicks = paths.flatMap((path) => kinds.map((kind) => ({ path, kind, made: [] as Click[] })));
  for (let round = 0; round < rounds; round += 1) {
    log(`Clicking from lists to courses, round ${round + 1} of ${rounds}`);
    for (const { path, kind, made } of clicks) made.push(await click(browser, path, kind === 'prefetched'));
  }
  return clicks.flatMap(({ path, kind, made }) => {
    const figure = (name: string, value: number, max: number | null): Figure => ({
      ...{ area: 'clicks', subject: path.name, name, value, unit: 'ms' },
      target: max === null ? null : { max },
    });
    return [
      figure(`${kind}, to the heading`, median(made.map((one) => one.toHeading)), path.isJudged ? MAX_MS[kind] : null),
      figure(`${kind}, main thread`, median(made.map((one) => one.busy)), null),
    ];
  });
}

async function click(browser: Browser, { from, to }: ClickPath, prefetched: boolean): Promise<Click> {
  const context = await browser.newContext(PHONE.context);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(from);
    await page.waitForLoadState('networkidle');
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', PHONE.network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
    const link = page.locator(to === null ? 'main article a' : `main article a[href="${to}"]`).first();
    if (prefetched) {
      await link.focus();
      await untilNothingIsAsked(page, session);
    }
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
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
