import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { Academy, ALL, type TenantName } from './academy.ts';
import { claimBrand, sharedSettings } from './own-brands.ts';
import { type Watch, watch } from './watch.ts';

interface Fixtures {
  /** Problems of this test so far; it must end without any. */
  watched: Watch;
  /** Allows a problem that the test provokes on purpose. */
  allow: (...patterns: RegExp[]) => void;
  /** A separate browser profile, as on another device. */
  newDevice: (options?: BrowserContextOptions) => Promise<Page>;
}

interface WorkerFixtures {
  /** Removes the shared academy after the last file of a worker. */
  removesShared: undefined;
}

/** The academy that the files of a worker share; the first of them starts it. */
const shared = new Academy();
let sharing: Promise<void> | null = null;

/** Playwright's test, which also fails on every problem that the browser reports. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  removesShared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its parameter
    async ({}, use) => {
      await use(undefined);
      if (sharing !== null) await shared.remove();
    },
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its parameter
  watched: async ({}, use) => {
    const watched: Watch = { problems: [], allowed: [] };
    await use(watched);
    expect(watched.problems, 'problems that the browser reported').toEqual([]);
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

/**
 * A test that varies or repeats at length what others and the component tests show: only `--all` runs it. Promises and
 * clauses (docs/) need one that always runs.
 */
export const longTest = ALL ? test : test.skip;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Length of the end of the academy's log that is shown when a test fails. */
const LOG_CHARACTERS = 3000;

/** An academy for all tests of a file: started before the first, removed after the last. */
export function useAcademy(): Academy {
  const academy = new Academy();
  test.beforeAll(() => academy.open());
  attachLog(academy);
  test.afterAll(() => academy.remove());
  return academy;
}

/** An academy of one test, for its settings. */
export async function withAcademy(use: (academy: Academy) => Promise<void>): Promise<void> {
  const academy = new Academy();
  await academy.open();
  try {
    await use(academy);
  } finally {
    await academy.remove();
  }
}

/**
 * The academy that files share whose tests only read, or create their own people: each start takes seconds. Settings,
 * data of the sample people, and brands that are not of the file's own must not be changed.
 *
 * @param own brands that the tests change, by publishing, alerts or settings: the file gets copies of its own, with other
 * ids and addresses (`academy.tenantId`, `academy.url`), the same samples and nothing else
 */
export function useSharedAcademy(...own: readonly TenantName[]): Academy {
  // What is not set here, such as the port, is the shared academy's.
  const academy: Academy = Object.create(shared);
  test.beforeAll(async () => {
    sharing ??= openShared();
    await sharing;
    if (academy.ownBrands.size > 0) return;
    const copies = new Map<TenantName, string>();
    for (const brand of own) copies.set(brand, await claimBrand(shared, brand));
    academy.ownBrands = copies;
  });
  attachLog(shared);
  return academy;
}

function openShared(): Promise<void> {
  shared.env = sharedSettings();
  return shared.open();
}

function attachLog(academy: Academy): void {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a hook needs from its parameter
  test.afterEach(async ({}, info) => {
    if (info.status === info.expectedStatus) return;
    await info.attach('what the academy logged', {
      body: academy.output.slice(-LOG_CHARACTERS),
      contentType: 'text/plain',
    });
  });
}
