import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page, Request } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { enterPassword, expectAccessible, expectSignedIn, heading, hydrated, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const ADMIN_SCREENS = ['/admin', '/admin/tokens', '/admin/users', '/admin/alerts'];
const OWN_SCREENS = ['/email', '/account'];
const denied = (page: Page) => page.getByRole('dialog', { name: dialogTexts.accessDenied });

/** Calls of the API that a page makes from now on. */
function calls(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) made.push(pathname.slice('/api/v1'.length));
  });
  return made;
}

test('a visitor who opens a guarded screen is led to the log-in', async ({ page }) => {
  const made = calls(page);
  for (const path of [...ADMIN_SCREENS, ...OWN_SCREENS]) {
    await page.goto(academy.url('spring', path));
    await expect(page, path).toHaveURL(academy.url('spring', '/auth'));
    await expect(heading(page, authTexts.welcome)).toBeVisible();
    expect(made, path).toEqual([]);
  }
});

test('the guarded address survives the log-in with its query and its hash', async ({ page }) => {
  const admin = academy.person('admin');
  const wanted = academy.url('kube', '/admin/tokens?from=a%20mail#token-list');
  await page.goto(wanted);
  await expect(page).toHaveURL(academy.url('kube', '/auth'));
  await hydrated(page);
  expect(await page.evaluate(() => localStorage.getItem('originUri'))).toBe(wanted);
  await page.getByRole('textbox', { name: authTexts.email }).fill(admin.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  await enterPassword(page, admin);
  await expect(page).toHaveURL(wanted);
  await expect(heading(page, shellTexts.accessTokens)).toBeVisible();
});

test('a learner is denied every administrator screen, without requests for its data', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('spring', '/instructors'), learner);
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

longTest('the Access Denied modal traps the focus and restores it', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('tanzu'), learner);
  await page.goto(academy.url('tanzu', '/admin'));
  const dialog = denied(page);
  await expect(dialog.getByRole('button', { name: dialogTexts.ok })).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  for (let pressed = 0; pressed < 4; pressed += 1) {
    await page.keyboard.press('Tab');
    // Between the last and the first button the browser may have the focus, never the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') === null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator('main h1')).toBeFocused();

  await page.goto(academy.url('tanzu', '/admin'));
  await dialog.getByRole('button', { name: dialogTexts.ok }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
});

longTest('an administrator enters directly, after a reload and by Back', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring', '/admin'), admin);
  await expect(heading(page, shellTexts.administration)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: shellTexts.accessTokens }).click();
  await expect(heading(page, shellTexts.accessTokens)).toBeVisible();
  await page.reload();
  await expect(heading(page, shellTexts.accessTokens)).toBeVisible();
  await page.goBack();
  await expect(heading(page, shellTexts.administration)).toBeVisible();
  await expect(denied(page)).toHaveCount(0);
});

longTest('a stored session is renewed before the screen is shown', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring'), admin);
  await expectSignedIn(page, admin);
  await page.goto(academy.url('spring', '/favicon.svg'));
  await page.evaluate(() => localStorage.setItem('expiresAt', '1'));
  await page.goto(academy.url('spring', '/admin/tokens'));
  await expect(heading(page, shellTexts.accessTokens)).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring', '/admin/tokens'));
});

longTest('a session that cannot be renewed leads to the log-in', async ({ page, allow }) => {
  allow(/No refresh token available/);
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring'), admin);
  await expectSignedIn(page, admin);
  await page.goto(academy.url('spring', '/favicon.svg'));
  await page.evaluate(() => {
    localStorage.setItem('expiresAt', '1');
    localStorage.removeItem('refreshToken');
  });
  await page.goto(academy.url('spring', '/admin/tokens'));
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
});

/** Grants or removes the role of administrator, with the session of the administrator on the page. */
function setAdmin(page: Page, email: string, isAdmin: boolean): Promise<number> {
  return page.evaluate(
    async ([searchValue, toggle]) => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
      const headers = { authorization, tenantId: 'spring', 'content-type': 'application/json' };
      const body = JSON.stringify({ searchValue });
      const found = await (await fetch('/api/v1/admin/users/search', { method: 'POST', headers, body })).json();
      const [{ userId }] = found.data.result.content;
      return (await fetch(`/api/v1/admin/users/toggle-access/${userId}?toggle=${toggle}`, { headers })).status;
    },
    [email, String(isAdmin)],
  );
}

longTest('a former administrator loses the screen with the next call', async ({ page, newDevice, allow }) => {
  const former = await academy.newPerson('Fay', 'Former');
  await openAs(page, academy.url('spring'), former);
  await expectSignedIn(page, former);
  const other = await newDevice();
  await openAs(other, academy.url('spring'), academy.person('admin'));
  await expectSignedIn(other, academy.person('admin'));

  expect(await setAdmin(other, former.email, true)).toBe(200);
  await open(page, academy.url('spring', '/admin/tokens'));
  const form = page.getByRole('form', { name: tokenTexts.newToken });
  await form.getByRole('textbox', { name: tokenTexts.name }).fill('too late');
  await form.getByRole('checkbox', { name: 'content:write' }).check();
  expect(await setAdmin(other, former.email, false)).toBe(200);

  allow(/status of 403/);
  await form.getByRole('button', { name: tokenTexts.create }).click();
  await expect(denied(page)).toContainText('This feature has been disabled by your administrator.');
  await expect(page).toHaveURL(academy.url('spring'));
  await expect(page.getByRole('region', { name: uiTexts.messages })).toBeEmpty();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Profile of Fay Former' }).click();
  await expect(page.getByRole('menuitem', { name: shellTexts.emails })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: shellTexts.administration })).toHaveCount(0);
});
