import type { Page } from '@playwright/test';
import { codeIn, newestMail } from './support/mailbox.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, open, profileMenu, signIn, signOut } from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const add = (page: Page) => page.getByRole('form', { name: 'Add an address' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const messages = (page: Page) => page.locator('section[aria-label="Messages"]');
const code = (page: Page) => dialog(page, 'Verify address').getByRole('textbox', { name: 'Code' });

async function addAddress(page: Page, type: string, email: string): Promise<void> {
  await add(page).getByRole('combobox', { name: 'Type' }).selectOption(type);
  await add(page).getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await add(page).getByRole('button', { name: 'Add address' }).click();
}

const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

test('a learner adds, verifies, edits and deletes an address', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('spring', '/'), learner);
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: 'Manage Emails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Emails' })).toBeVisible();
  await expect(section(page, 'Work')).toContainText('None yet.');
  await expect(section(page, 'Contact')).toHaveCount(0);
  await expectAccessible(page);

  await add(page).getByRole('button', { name: 'Add address' }).click();
  await expect(add(page).getByText('email is a required field', { exact: true })).toBeVisible();
  await addAddress(page, 'Work', '  Lena@Work.Example.org ');
  await expect(messages(page)).toContainText('The email was added');
  await expect(messages(page)).toContainText('A code is on its way to the address');
  await expect(code(page)).toBeFocused();
  await expectAccessible(page);
  const right = codeIn(await newestMail(page, 'lena@work.example.org', 'verify-managed-email'));
  await code(page).fill(wrongCode(right));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Warning')).toContainText('Invalid Code');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Warning')).toBeHidden();
  await code(page).fill(` ${right} `);
  await page.keyboard.press('Enter');
  await expect(messages(page)).toContainText('Email Verified');
  await expect(dialog(page, 'Verify address')).toBeHidden();
  await expect(section(page, 'Work').getByRole('listitem')).toContainText('Verified');
  await expect(section(page, 'Work').getByRole('button', { name: /^Verify/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit lena@work.example.org' }).click();
  await dialog(page, 'Edit address').getByRole('textbox', { name: 'E-mail address' }).fill('lena@new.example.org');
  await dialog(page, 'Edit address').getByRole('button', { name: 'Save' }).click();
  await expect(messages(page)).toContainText('The email was updated');
  await expect(code(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(section(page, 'Work').getByRole('listitem')).toContainText('Not verified');

  await page.getByRole('button', { name: 'Delete lena@new.example.org' }).click();
  await expect(dialog(page, 'Delete this address?').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog(page, 'Delete this address?').getByRole('button', { name: 'Delete' }).click();
  await expect(messages(page)).toContainText('The email was deleted');
  await expect(section(page, 'Work')).toContainText('None yet.');
});

test('a learner logs in with a work address once it is verified', async ({ page }) => {
  const nora = await academy.newPerson();
  const work = { ...nora, email: `work.${nora.email}` };
  await openAs(page, academy.url('spring', '/email'), nora);
  await addAddress(page, 'Work', work.email);
  await expect(code(page)).toBeFocused();
  await code(page).fill(codeIn(await newestMail(page, work.email, 'verify-managed-email')));
  await page.keyboard.press('Enter');
  await expect(messages(page)).toContainText('Email Verified');
  await signOut(page, nora);
  await signIn(page, work);
  await open(page, academy.url('spring', '/account'));
  await expect(page.getByRole('main').getByText(nora.email).first()).toBeVisible();
});

test('a failure to add an address is shown by the alert modal', async ({ page, allow }) => {
  allow(/status of (409|503)/, /server error 503/);
  const learner = academy.person('learner');
  await openAs(page, academy.url('kube', '/email'), learner);
  await addAddress(page, 'Personal', 'twice@example.org');
  await expect(code(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await addAddress(page, 'Personal', 'twice@example.org');
  await expect(dialog(page, 'Warning')).toContainText('This address is in the list already.');
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Warning')).toBeHidden();
  await expect(add(page).getByRole('textbox', { name: 'E-mail address' })).toHaveValue('twice@example.org');
  const words = { success: false, data: null, errors: [{ errorMessage: 'No more than 20 addresses.' }] };
  await page.route('**/api/v1/email/addEmail*', (route) => route.fulfill({ status: 409, json: words }));
  await add(page).getByRole('button', { name: 'Add address' }).click();
  await expect(dialog(page, 'Warning')).toContainText('No more than 20 addresses.');
  await page.keyboard.press('Escape');
  await page.unroute('**/api/v1/email/addEmail*');
  await page.route('**/api/v1/email/addEmail*', (route) => route.fulfill({ status: 503, body: '' }));
  await add(page).getByRole('button', { name: 'Add address' }).click();
  await expect(dialog(page, 'Warning')).toContainText('Something went wrong!');
});

test('an administrator sets the academy’s addresses, which then receive feedback', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring', '/email'), admin);
  await expect(section(page, 'Sender')).toContainText('Spring Academy');
  await addAddress(page, 'Feedback', 'words@example.org');
  await expect(code(page)).toBeVisible();
  await code(page).fill(codeIn(await newestMail(page, 'words@example.org', 'verify-managed-email')));
  await page.keyboard.press('Enter');
  await expect(section(page, 'Feedback').getByRole('listitem')).toContainText('Verified');

  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('FEEDBACK');
  await expect(page.getByRole('listitem').filter({ hasText: 'words@example.org' })).toBeVisible();
  await expect(section(page, 'Personal')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('nothing');
  await expect(page.getByRole('status').filter({ hasText: '0 of 1 address' })).toBeVisible();

  await page.getByRole('contentinfo').getByRole('button', { name: 'Give Feedback' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Comments' }).fill('All is well.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog(page, 'Thank you!')).toBeVisible();
  expect((await newestMail(page, 'words@example.org', 'feedback')).plain).toContain('> All is well.');
});

longTest('the managed addresses fit a phone', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('tanzu', '/'), learner);
  await page.setViewportSize(PHONE);
  await open(page, academy.url('tanzu', '/email'));
  await addAddress(page, 'Personal', `${'long'.repeat(15)}@${'longer.'.repeat(15)}example.org`);
  await expect(code(page)).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 390]);
  await page.keyboard.press('Escape');
  await expect(section(page, 'Personal').getByRole('listitem').filter({ hasText: 'longer' })).toContainText(
    'Not verified',
  );
  await expectNoSidewaysScroll(page, [320, 390]);
});
