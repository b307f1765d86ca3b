import { listTexts } from '@academy/web/features/lists/list-texts';
import { alertListTexts } from '@academy/web/screens/alerts/alert-list-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const overlay = (page: Page) => page.getByText(listTexts.loading, { exact: true });
const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const toAlerts = (page: Page) =>
  page
    .getByRole('navigation', { name: shellTexts.sidebar })
    .getByRole('link', { name: shellTexts.alerts, exact: true });

/** Opens a screen of the administration while its list is still loading. @returns lets the list load */
async function openWaiting(page: Page): Promise<() => void> {
  await openAs(page, academy.url('spring', '/instructors'), academy.person('admin'));
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/alerts/list', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await toAlerts(page).click();
  await expect(overlay(page)).toBeVisible();
  return held.resolve;
}

test('a slow call shows the loading overlay until it ends', async ({ page }) => {
  const release = await openWaiting(page);
  await expectAccessible(page);
  release();
  await expect(overlay(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: alertListTexts.newAlert })).toBeVisible();
});

longTest('leaving a loading screen cancels its call without a message', async ({ page }) => {
  await openWaiting(page);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/alerts/list'));
  await page.goBack();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await expect(overlay(page)).toHaveCount(0);
  await expect(messages(page)).toBeEmpty();
});
