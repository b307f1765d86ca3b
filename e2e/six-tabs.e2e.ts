import { profileTexts } from '@academy/web/shell/profile-texts';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectSignedIn, hydrated, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const ROUNDS = process.env.ACADEMY_TEST_ALL === '1' ? 60 : 2;
const TABS = 6;
const HOUR_MS = 3_600_000;
/** A token lasts ten minutes and is renewed two minutes before its end. */
const REFRESH_AFTER_S = 481;
const PATHS = ['/', '/courses', '/guides', '/paths', '/instructors', '/terms'];

interface Tabs {
  pages: Page[];
  /** How many requests to refresh were sent to the token endpoint. */
  refreshes: () => number;
}

/**
 * Opens six tabs of one learner in a browser whose clock the test moves.
 * @param wrongBy ms that the browser's clock differs from the server's
 */
async function sixTabs(context: BrowserContext, page: Page, wrongBy = 0): Promise<Tabs> {
  const learner = academy.person('learner');
  await context.clock.install({ time: Date.now() + wrongBy });
  let asked = 0;
  context.on('request', (request: Request) => {
    if (request.url().endsWith('/oauth2/v1/token') && request.postData()?.includes('grant_type=refresh_token'))
      asked += 1;
  });
  await openAs(page, academy.url('spring'), learner);
  const pages = [page];
  for (const path of PATHS.slice(1, TABS)) {
    const tab = await context.newPage();
    await open(tab, academy.url('spring', path));
    await expectSignedIn(tab, learner);
    pages.push(tab);
  }
  for (const tab of pages) await hydrated(tab);
  return { pages, refreshes: () => asked };
}

/**
 * Moves the clock of all tabs as if at once: a lock keeps tabs from refreshing while they are moved one after the other.
 * Then all tabs refresh in the same moment.
 */
async function allAtOnce(page: Page, move: () => Promise<void>): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('academy-token-refresh', () => {
          held();
          return new Promise<void>((release) => Object.assign(window, { release }));
        });
      }),
  );
  await move();
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

/** Waits until every tab has new tokens, and none holds or waits for the lock. */
async function renewed(pages: readonly Page[], before: string | null): Promise<void> {
  for (const tab of pages) {
    await tab.waitForFunction((old) => ![null, old].includes(localStorage.getItem('accessToken')), before);
    await tab.waitForFunction(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return ![...held, ...pending].some(({ name }) => name === 'academy-token-refresh');
    });
  }
  const tokens = new Set(await Promise.all(pages.map(tokenIn)));
  expect(tokens.size, 'different tokens in the tabs').toBe(1);
}

// Shows security#one-refresh
test('six tabs that must refresh at once send one request each time', async ({ page, context }) => {
  test.setTimeout(60_000 + ROUNDS * 15_000);
  const learner = academy.person('learner');
  const { pages, refreshes } = await sixTabs(context, page);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await tokenIn(page);
    await allAtOnce(page, () => context.clock.fastForward(REFRESH_AFTER_S * 1000));
    await renewed(pages, before);
    expect(refreshes(), `token calls after round ${round}`).toBe(round);
  }
  for (const tab of pages) await expectSignedIn(tab, learner);
  // The server accepts the stored tokens.
  const status = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
    return (await fetch('/api/v1/user/verifyUserAccess', { headers: { authorization, tenantId: 'spring' } })).status;
  });
  expect(status).toBe(200);
});

longTest('six tabs that were suspended for hours send one request', async ({ page, context }) => {
  const learner = academy.person('learner');
  const { pages, refreshes } = await sixTabs(context, page);
  for (let night = 1; night <= 2; night += 1) {
    const before = await tokenIn(page);
    await allAtOnce(page, () => context.clock.fastForward(9 * HOUR_MS));
    await renewed(pages, before);
    expect(refreshes()).toBe(night);
  }
  for (const tab of pages) await expectSignedIn(tab, learner);
});

longTest('a wrong or corrected clock signs nobody out and refreshes once', async ({ page, context }) => {
  const learner = academy.person('learner');
  const { pages, refreshes } = await sixTabs(context, page, 7 * HOUR_MS);
  expect(refreshes()).toBe(0);
  let before = await tokenIn(page);
  await allAtOnce(page, () => context.clock.fastForward(REFRESH_AFTER_S * 1000));
  await renewed(pages, before);
  expect(refreshes()).toBe(1);
  for (const [calls, hours] of [
    [2, 0],
    [3, 30],
    [4, -30],
  ] as const) {
    before = await tokenIn(page);
    // The clock jumps, which no timer notices; tabs check it every minute.
    await allAtOnce(page, async () => {
      await context.clock.setSystemTime(Date.now() + hours * HOUR_MS);
      await context.clock.fastForward(61_000);
    });
    await renewed(pages, before);
    expect(refreshes(), `token calls when the clock is ${hours} hours off`).toBe(calls);
  }
  for (const tab of pages) await expectSignedIn(tab, learner);
});

longTest('tokens that expire at once do not make the tabs refresh endlessly', async ({ page, context }) => {
  const { pages, refreshes } = await sixTabs(context, page);
  await context.route('**/oauth2/v1/token', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...reply, expires_in: 30 } });
  });
  const before = await tokenIn(page);
  await allAtOnce(page, () => context.clock.fastForward(REFRESH_AFTER_S * 1000));
  await renewed(pages, before);
  expect(refreshes()).toBe(1);
  for (let passed = 0; passed < 120; passed += 5) {
    await allAtOnce(page, () => context.clock.fastForward(5_000));
    // When a tab gets the lock, it has finished its own refresh.
    for (const tab of pages)
      await tab.evaluate(() => navigator.locks.request('academy-token-refresh', () => undefined));
  }
  // Tokens are refreshed after half their lifetime, 15 s. On a busy machine a tab may not see new tokens of another
  // process yet and refreshes once more; tabs in an endless circle would send a hundred requests.
  expect(refreshes()).toBeGreaterThan(2);
  expect(refreshes()).toBeLessThanOrEqual(2 * 8);
});

longTest('a failed refresh is retried with back-off, and nobody is signed out', async ({ page, context, allow }) => {
  allow(/status of 503/, /server error 503/);
  const learner = academy.person('learner');
  await context.clock.install();
  await openAs(page, academy.url('spring'), learner);
  await hydrated(page);
  let asked = 0;
  await context.route('**/oauth2/v1/token', async (route) => {
    asked += 1;
    if (asked <= 4) await route.fulfill({ status: 503 });
    else await route.continue();
  });
  const before = await tokenIn(page);
  await context.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + REFRESH_AFTER_S * 1000));
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByRole('status').filter({ hasText: profileTexts.reconnecting })).toBeVisible();
  for (const [times, seconds] of [
    [2, 1],
    [3, 2],
    [4, 4],
  ] as const) {
    await context.clock.runFor(seconds * 1000 - 100);
    expect(asked, `asked before ${seconds} seconds have passed`).toBe(times - 1);
    await context.clock.runFor(200);
    await expect.poll(() => asked).toBe(times);
    await page.evaluate(() => navigator.locks.request('academy-token-refresh', () => undefined));
  }
  await expectSignedIn(page, learner);
  expect(await tokenIn(page)).toBe(before);
  await context.clock.resume();
  await context.clock.fastForward(8_000);
  await page.waitForFunction((old) => localStorage.getItem('accessToken') !== old, before);
  await expect(page.getByText(profileTexts.reconnecting)).toBeHidden();
  await expectSignedIn(page, learner);
});
