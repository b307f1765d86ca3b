import type { Page, Request } from '@playwright/test';
import { awake, enterPassword, expectAccessible, expectSignedIn, heading, open, signIn } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const ADMIN_SCREENS = ['/admin', '/admin/tokens', '/admin/users', '/admin/alerts'];
const OWN_SCREENS = ['/email', '/account'];
const denied = (page: Page) => page.getByRole('dialog', { name: 'Access Denied' });

/** Calls of the API that a page makes from now on. */
function calls(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) made.push(pathname.slice('/api/v1'.length));
  });
  return made;
}

for (const path of [...ADMIN_SCREENS, ...OWN_SCREENS]) {
  test(`a visitor who opens ${path} is led to log in and sees nothing of it`, async ({ page }) => {
    const made = calls(page);
    await page.goto(academy.url('spring', path));
    await expect(page).toHaveURL(academy.url('spring', '/auth'));
    await expect(heading(page, 'Welcome')).toBeVisible();
    expect(made).toEqual([]);
  });
}

test('the guarded address survives the log-in with its query and its hash', async ({ page }) => {
  const admin = academy.person('admin');
  const wanted = academy.url('kube', '/admin/tokens?from=a%20mail#token-list');
  await page.goto(wanted);
  await expect(page).toHaveURL(academy.url('kube', '/auth'));
  await awake(page);
  expect(await page.evaluate(() => localStorage.getItem('originUri'))).toBe(wanted);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(admin.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page, admin);
  await expect(page).toHaveURL(wanted);
  await expect(heading(page, 'Access Tokens')).toBeVisible();
});

test('a learner is denied every administrator screen, and none of its data is asked for', async ({
  page,
}) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/instructors'));
  await signIn(page, learner);
  const made = calls(page);
  for (const path of ADMIN_SCREENS) {
    await page.goto(academy.url('spring', path));
    await expect(denied(page)).toContainText('This feature has been disabled by your administrator.');
    await expect(page).toHaveURL(academy.url('spring'));
  }
  expect(made.filter((path) => path.startsWith('/admin') || path.startsWith('/personal-access'))).toEqual([]);

  await open(page, academy.url('spring', '/account'));
  await expectSignedIn(page, learner);
  await expect(page).toHaveURL(academy.url('spring', '/account'));
});

test('the Access Denied modal holds the focus, goes by Escape and by its button, and gives the focus back', async ({
  page,
}) => {
  const learner = academy.person('learner');
  await open(page, academy.url('tanzu'));
  await signIn(page, learner);
  await page.goto(academy.url('tanzu', '/admin'));
  const dialog = denied(page);
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  for (let pressed = 0; pressed < 4; pressed += 1) {
    await page.keyboard.press('Tab');
    // Between the last and the first button the browser's own frame may have its turn, never the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') === null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator('main h1')).toBeFocused();

  await page.goto(academy.url('tanzu', '/admin'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
});

test('an administrator enters directly and after a reload, and Back leads out and in again', async ({ page }) => {
  const admin = academy.person('admin');
  await open(page, academy.url('spring'));
  await signIn(page, admin);
  await open(page, academy.url('spring', '/admin'));
  await expect(heading(page, 'Administration')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Access Tokens' }).click();
  await expect(heading(page, 'Access Tokens')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Access Tokens')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Administration')).toBeVisible();
  await expect(denied(page)).toHaveCount(0);
});

test('a stored session that must be renewed first is waited for', async ({ page }) => {
  const admin = academy.person('admin');
  await open(page, academy.url('spring'));
  await signIn(page, admin);
  await expectSignedIn(page, admin);
  await page.goto(academy.url('spring', '/favicon.svg'));
  await page.evaluate(() => localStorage.setItem('expiresAt', '1'));
  await page.goto(academy.url('spring', '/admin/tokens'));
  await expect(heading(page, 'Access Tokens')).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring', '/admin/tokens'));
});

test('a session that cannot be renewed leads to log in, not to a page that waits for ever', async ({ page }) => {
  const admin = academy.person('admin');
  await open(page, academy.url('spring'));
  await signIn(page, admin);
  await expectSignedIn(page, admin);
  await page.goto(academy.url('spring', '/favicon.svg'));
  await page.evaluate(() => {
    localStorage.setItem('expiresAt', '1');
    localStorage.removeItem('refreshToken');
  });
  await page.goto(academy.url('spring', '/admin/tokens'));
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
});
