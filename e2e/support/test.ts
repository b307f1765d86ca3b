import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { Academy } from './academy.ts';
import { type Watch, watch } from './watch.ts';

interface Fixtures {
  /** Complaints of this journey so far; it must end without any. */
  watched: Watch;
  /** Lets a complaint pass that the journey provokes on purpose. */
  allow: (...patterns: RegExp[]) => void;
  /** A browser profile of its own, as on another device. */
  newDevice: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Playwright's test, which also fails on whatever the browser complains about. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its parameter
  watched: async ({}, use) => {
    const watched: Watch = { problems: [], allowed: [] };
    await use(watched);
    expect(watched.problems, 'what the browser complained about').toEqual([]);
  },
  allow: async ({ watched }, use) => {
    await use((...patterns) => void watched.allowed.push(...patterns));
  },
  context: async ({ context, watched }, use) => {
    await watch(context, watched);
    await use(context);
  },
  newDevice: async ({ browser, watched }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ viewport: DESKTOP, ...options });
      opened.push(context);
      await watch(context, watched);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect };

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Of the end of an academy's log, when a journey fails. */
const LOG_CHARACTERS = 3000;

/** An academy for all journeys of a file: started before the first, gone after the last. */
export function useAcademy(): Academy {
  const academy = new Academy();
  test.beforeAll(() => academy.open());
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a hook needs from its parameter
  test.afterEach(async ({}, info) => {
    if (info.status === info.expectedStatus) return;
    await info.attach('what the academy logged', {
      body: academy.output.slice(-LOG_CHARACTERS),
      contentType: 'text/plain',
    });
  });
  test.afterAll(() => academy.remove());
  return academy;
}
