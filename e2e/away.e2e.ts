import { routeTexts } from '@academy/web/navigation/route-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { BrowserContext, Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** Messages of the browser about requests without an answer. */
const SILENCE = [
  /ERR_|Failed to (load|fetch)|ScreenLoadError|CallError|Network Error/,
  /^request failed/,
  /^server error 503/,
];
const banner = (page: Page) => page.getByText(/^(You are offline|The academy does not answer)\./);
const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Makes the academy unreachable. @returns makes it reachable again */
async function takeAway(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/*', (route) => route.abort('connectionrefused'));
  return () => context.unroute('**/*');
}

test('an offline visitor sees one banner and reads opened pages', async ({ page, context, allow }) => {
  allow(...SILENCE);
  await open(page, academy.url('spring', '/courses'));
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await context.setOffline(true);
  await expect(banner(page)).toHaveText(/^You are offline\. What you have opened can still be read/);
  await expectAccessible(page);
  await header(page, dashboardTexts.courseTab).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(banner(page)).toBeInViewport();
  await expectAccessibleToo(page);
  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);
});

test('a banner says that the academy is away; failed reads are retried', async ({ page, context, allow }) => {
  allow(...SILENCE);
  await open(page, academy.url('kube'));
  await header(page, dashboardTexts.courseTab).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await header(page, routeTexts.home).click();
  const comeBack = await takeAway(context);
  await header(page, dashboardTexts.courseTab).click();
  await expect(heading(page, 'COURSES'), 'what was read before').toBeVisible();
  await header(page, routeTexts.learningPath).click();
  await expect(heading(page, /^Something went wrong: "/)).toBeVisible();
  await expect(banner(page)).toHaveText(/^The academy does not answer\./);
  await comeBack();
  await expect(heading(page, 'LEARNING PATHS'), 'by itself').toBeVisible({ timeout: 20_000 });
  await expect(banner(page)).toHaveCount(0);
});

longTest('a lesson completed while the academy is away is sent later', async ({ page, context, allow }) => {
  allow(...SILENCE);
  const lesson = '/courses/write-your-first-course/lessons/what-you-will-make';
  await openAs(page, academy.url('spring', lesson), await academy.newPerson());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /mark-complete|progress\/events/.test(request.url())) sent.push(request.url());
  });
  const markComplete = page.getByRole('button', { name: lessonTexts.markComplete });
  await expect(markComplete, 'the progress was read').toBeVisible();
  await context.route('**/api/v1/**', (route) => route.abort('connectionreset'));
  await markComplete.click();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  await context.unroute('**/api/v1/**');
  const arrived = page.waitForResponse((response) => /mark-complete|progress\/events/.test(response.url()));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect((await arrived).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
});

longTest('a call that a busy academy refuses is retried after its pause', async ({ page, context, allow }) => {
  allow(...SILENCE);
  await open(page, academy.url('tanzu', '/courses'));
  let refused = 0;
  await context.route('**/api/v1/instructors/**', async (route) => {
    refused += 1;
    if (refused > 1) return route.fallback();
    const body = { success: false, data: null, errors: [{ errorMessage: 'Busy', code: 'unavailable' }] };
    await route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: body });
  });
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  expect(refused).toBe(2);
});

longTest('a message stays while it is hovered or focused', async ({ page, context, allow }) => {
  allow(/status of 500/, /^server error 500/, /CallError/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await open(page, academy.url('spring', '/courses'));
  await context.route('**/api/v1/instructors/**', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, data: null, errors: [{ errorMessage: 'Broken' }], correlationId: 'c-17', message: null },
    }),
  );
  await page.clock.pauseAt(Date.now() + 60_000);
  await header(page, routeTexts.instructors).click();
  const message = messages(page).getByText('Broken', { exact: true });
  await expect(message).toBeVisible();
  // The failed screen retries when the window gets the focus, and would repeat its message; another screen does not.
  await header(page, dashboardTexts.courseTab).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await message.hover();
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  const copy = messages(page).getByRole('button', { name: uiTexts.copy });
  await copy.click();
  await expect(messages(page).getByRole('button', { name: uiTexts.copied })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('c-17');
  await page.mouse.move(5, 500);
  await page.clock.runFor(20_000);
  await expect(message, 'the focus is in it').toBeVisible();
  await heading(page, 'COURSES').focus();
  await page.clock.runFor(5_000);
  await expect(message).toHaveCount(0);
});

longTest('a failed section of a page loads when the academy is back', async ({ page, context, allow }) => {
  allow(...SILENCE);
  await openAs(page, academy.url('spring', '/courses'), academy.person('pro'));
  await context.route(/\/(membership\/details|health\/live)/, (route) => route.abort('connectionrefused'));
  await open(page, academy.url('spring'));
  const membership = page.getByRole('region', { name: dashboardTexts.membership });
  await expect(membership.getByText(dashboardTexts.membershipFailed)).toBeVisible();
  await context.unroute(/\/(membership\/details|health\/live)/);
  // Any other answer of the server shows that it is back.
  await expect(membership.getByText(/^Active/), 'by itself').toBeVisible({ timeout: 20_000 });
});
