import { readFileSync } from 'node:fs';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { contactTexts } from '@academy/web/screens/contact/contact-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import {
  enterPassword,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSignedIn,
  expectSignedOut,
  heading,
  open,
  profileMenu,
  signIn,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** Errors in a browser that still has the tokens of an ended session. */
const ENDED = /status of 40[01]/;

const section = (page: Page, name: string) => page.getByRole('region', { name });
const sessions = (page: Page) => section(page, accountTexts.sessions).getByRole('listitem');

async function openAccount(page: Page): Promise<void> {
  await open(page, academy.url('spring', '/account'));
  await expect(heading(page, accountTexts.yourAccount)).toBeVisible();
}

async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
}

/** Opens a page in a browser whose session was ended elsewhere: the page notices it and deletes its tokens. */
async function expectEnded(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // Every page looks signed out until it is hydrated.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await expectSignedOut(page);
}

longTest('My Account opens a new tab, where a new name shows', async ({ page, context }) => {
  const nora = await academy.newPerson();
  await openAs(page, academy.url('spring'), nora);
  await profileMenu(page, nora).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: profileTexts.account }).click();
  const tab = await opened;
  await expect(heading(tab, accountTexts.yourAccount)).toBeVisible();
  await expect(tab).toHaveURL(academy.url('spring', '/account'));
  await expect(section(tab, accountTexts.security).getByText(nora.email)).toBeVisible();

  const name = section(tab, accountTexts.yourName);
  const save = name.getByRole('button', { name: accountTexts.saveName });
  await expect(save).toBeDisabled();
  await name.getByLabel(accountTexts.firstName).fill('  ');
  await save.click();
  await expect(name.getByText(accountTexts.enterFirstName)).toBeVisible();
  await expect(name.getByLabel(accountTexts.firstName)).toBeFocused();
  await name.getByLabel(accountTexts.firstName).fill('Nora Maria');
  await save.click();
  await expect(tab.getByText(accountTexts.nameSaved)).toBeVisible();
  await expectSignedIn(tab, { ...nora, firstName: 'Nora Maria' });
  await tab.reload();
  await expect(name.getByLabel(accountTexts.firstName)).toHaveValue('Nora Maria');
  await expectSignedIn(tab, { ...nora, firstName: 'Nora Maria' });
});

longTest('the account page is accessible and fits phones, with its dialogs', async ({ page }) => {
  await openAs(page, academy.url('kube', '/account'), academy.person('pro'));
  await expect(sessions(page)).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);
  await page.getByRole('button', { name: accountTexts.deleteMyAccount }).click();
  await expect(page.getByLabel(/^To confirm, type/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: accountTexts.deleteMyAccount })).toBeFocused();
});

test('a person signs another browser out, and then every browser', async ({ page, newDevice, allow }) => {
  allow(ENDED);
  const nora = await academy.newPerson();
  const phone = await newDevice({
    viewport: PHONE,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36',
  });
  await open(phone, academy.url('kube', '/courses'));
  await signIn(phone, nora);
  await openAs(page, academy.url('spring', '/account'), nora);
  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).first()).toContainText('This browser');
  await expect(sessions(page).last()).toContainText('Chrome on Android');

  await page.getByRole('button', { name: /^Log out Chrome on Android/ }).click();
  await expect(page.getByText('Chrome on Android is logged out.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await expectEnded(phone, academy.url('kube'));
  await openAs(phone, academy.url('kube', '/courses'), nora);

  await openAccount(page);
  await page.getByRole('button', { name: accountTexts.signOutEverywhere }).click();
  await page.getByRole('dialog').getByRole('button', { name: accountTexts.signOutEverywhere }).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect((await storedKeys(page)).filter((key) => key !== 'theme')).toEqual([]);
  await expectEnded(phone, academy.url('kube'));
  // The provider's session of this browser has ended as well: it asks for the password.
  await signIn(page, nora);
});

longTest('a person downloads everything that the academy stores about them', async ({ page }) => {
  const nora = await academy.newPerson();
  await openAs(page, academy.url('tanzu', '/account'), nora);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: accountTexts.downloadData }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^my-academy-data-\d{4}-\d\d-\d\d\.json$/);
  await expect(page.getByRole('status').filter({ hasText: 'is in your downloads.' })).toBeVisible();
  const text = readFileSync(await download.path(), 'utf8');
  const { data } = JSON.parse(text) as { data: Record<string, Record<string, unknown>[]> };
  expect(data).toMatchObject({ person: [{ email: nora.email }], account: [{ email: nora.email }], favorites: [] });
  expect(data.sessions).toHaveLength(1);
  expect(text).not.toContain('argon2');
});

test('a deleted account leaves nothing in the browser and cannot log in', async ({
  page,
  context,
  newDevice,
  allow,
}) => {
  allow(ENDED, /status of 403/);
  const nora = await academy.newPerson();
  const other = await newDevice();
  await openAs(other, academy.url('spring', '/courses'), nora);
  await openAs(page, academy.url('spring', '/account'), nora);
  await page.getByRole('button', { name: accountTexts.deleteMyAccount }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^To confirm, type/).fill('somebody@example.org');
  await dialog.getByRole('button', { name: accountTexts.deleteForGood }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is not the address of your account.');

  // As if the last log-in were long ago.
  const refusal = { errorMessage: accountTexts.logInAgain, code: 'sign-in-again' };
  const answer = { success: false, data: null, errors: [refusal], correlationId: '', message: null };
  await context.route('**/api/v1/account/details', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: answer }) : route.continue(),
  );
  await dialog.getByLabel(/^To confirm, type/).fill(nora.email);
  await dialog.getByRole('button', { name: accountTexts.deleteForGood }).click();
  await expect(dialog.getByRole('alert')).toContainText('Log in again to confirm');
  await context.unroute('**/api/v1/account/details');
  await dialog.getByRole('button', { name: accountTexts.logInAgain }).click();
  await enterPassword(page, nora);

  await dialog.getByLabel(/^To confirm, type/).fill(nora.email.toUpperCase());
  await dialog.getByRole('button', { name: accountTexts.deleteForGood }).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect((await storedKeys(page)).filter((key) => key !== 'theme')).toEqual([]);
  await expectEnded(other, academy.url('spring'));

  await open(page, academy.url('spring', '/auth'));
  await page.getByRole('textbox', { name: contactTexts.email }).fill(nora.email);
  await page.getByRole('button', { name: authTexts.continue }).click();
  await expect(page.getByText('Registration has opened in a new tab.')).toBeVisible();
});
