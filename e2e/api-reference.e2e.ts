import { listTexts } from '@academy/web/features/lists/list-texts';
import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { TENANTS } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

test('a developer finds a call, its input and output, and its permissions', async ({ page }) => {
  await page.goto(academy.url('spring', '/api-reference'));
  await expect(heading(page, 'API reference')).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);

  await page.getByRole('main').getByRole('link', { name: 'getProgressOverlay' }).click();
  await expect(heading(page, listTexts.progress)).toBeVisible();
  const call = page.locator('section#getProgressOverlay');
  await expect(call).toBeInViewport();
  await expect(call).toContainText('GET /progress/overlay');
  await expect(call).toContainText('or a personal access token with the ability progress:read');
  await expect(call).toContainText('401 not-signed-in, invalid-token');
  await expect(call.getByLabel('Example of getProgressOverlay')).toContainText(
    'curl "$ACADEMY/api/v1/progress/overlay"',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);

  await call.getByRole('link', { name: 'OverlayItem' }).click();
  await expect(heading(page, 'Entities')).toBeVisible();
  await expect(page.locator('section#OverlayItem')).toBeInViewport();
  await expect(page.getByLabel('OverlayItem', { exact: true })).toContainText('completedLesson: number');
  await expectNoSidewaysScroll(page, [320, 1440]);
});

longTest('the form for tokens links to the API reference', async ({ page }) => {
  await openAs(page, academy.url('spring', '/account'), academy.person('learner'));
  const opened = page.waitForEvent('popup');
  await page.getByRole('form', { name: tokenTexts.newToken }).getByRole('link', { name: 'API reference' }).click();
  await expect(heading(await opened, 'API reference')).toBeVisible();
  await expectAccessible(page);
});

longTest('every page of the reference exists in each academy’s design, without scripts', async ({ page }) => {
  for (const tenant of TENANTS) {
    const response = await page.goto(academy.url(tenant, '/api-reference/publishing'));
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(page.getByRole('banner')).toContainText(new RegExp(`${tenant} academy`, 'i'));
    await expect(page.locator('script')).toHaveCount(0);
    await expectAccessible(page);
  }
  const links = page.getByRole('navigation', { name: 'API reference' }).getByRole('link');
  const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) expect((await academy.get('spring', address)).status, address).toBe(200);
  expect((await academy.get('spring', '/api-reference/nonsense')).status).toBe(404);
});
