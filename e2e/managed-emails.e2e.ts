import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import type { Page } from '@playwright/test';
import { TENANTS } from './support/academy.ts';
import { codeIn, newestMail } from './support/mailbox.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  open,
  profileMenu,
  signIn,
  signOut,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const add = (page: Page) => page.getByRole('form', { name: managedEmailTexts.addForm });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const messages = (page: Page) => page.locator('section[aria-label="Messages"]');
const code = (page: Page) => dialog(page, managedEmailTexts.verifyTitle).getByRole('textbox', { name: 'Code' });

async function addAddress(page: Page, type: string, email: string): Promise<void> {
  await add(page).getByRole('combobox', { name: managedEmailTexts.type }).selectOption(type);
  await add(page).getByRole('textbox', { name: managedEmailTexts.email }).fill(email);
  await add(page).getByRole('button', { name: managedEmailTexts.add }).click();
}

const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

// Shows clauses#messages-in-dialogs
test('a learner adds, verifies, edits and deletes an address', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('spring', '/'), learner);
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: managedEmailTexts.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: managedEmailTexts.title })).toBeVisible();
  await expect(section(page, managedEmailTexts.work)).toContainText(managedEmailTexts.none);
  await expect(section(page, managedEmailTexts.contact)).toHaveCount(0);
  await expectAccessibleToo(page);

  await add(page).getByRole('button', { name: managedEmailTexts.add }).click();
  await expect(add(page).getByText('email is a required field', { exact: true })).toBeVisible();
  await addAddress(page, managedEmailTexts.work, '  Lena@Work.Example.org ');
  await expect(messages(page)).toContainText('The email was added');
  await expect(messages(page)).toContainText('A code is on its way to the address');
  await expect(code(page)).toBeFocused();
  await expectAccessible(page);
  const right = codeIn(await newestMail(page, 'lena@work.example.org', 'verify-managed-email'));
  await code(page).fill(wrongCode(right));
  await page.keyboard.press('Enter');
  await expect(dialog(page, dialogTexts.warning)).toContainText(managedEmailTexts.invalidCode);
  await expectAccessibleToo(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page, dialogTexts.warning)).toBeHidden();
  await code(page).fill(` ${right} `);
  await page.keyboard.press('Enter');
  await expect(messages(page)).toContainText(managedEmailTexts.emailVerified);
  await expect(dialog(page, managedEmailTexts.verifyTitle)).toBeHidden();
  await expect(section(page, managedEmailTexts.work).getByRole('listitem')).toContainText(managedEmailTexts.verified);
  await expect(section(page, managedEmailTexts.work).getByRole('button', { name: /^Verify/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit lena@work.example.org' }).click();
  await dialog(page, managedEmailTexts.editTitle)
    .getByRole('textbox', { name: managedEmailTexts.email })
    .fill('lena@new.example.org');
  await dialog(page, managedEmailTexts.editTitle).getByRole('button', { name: managedEmailTexts.save }).click();
  await expect(messages(page)).toContainText('The email was updated');
  await expect(code(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(section(page, managedEmailTexts.work).getByRole('listitem')).toContainText(
    managedEmailTexts.notVerified,
  );

  await page.getByRole('button', { name: 'Delete lena@new.example.org' }).click();
  await expect(
    dialog(page, managedEmailTexts.deleteTitle).getByRole('button', { name: managedEmailTexts.cancel }),
  ).toBeFocused();
  await expectAccessibleToo(page);
  await dialog(page, managedEmailTexts.deleteTitle).getByRole('button', { name: managedEmailTexts.delete }).click();
  await expect(messages(page)).toContainText('The email was deleted');
  await expect(section(page, managedEmailTexts.work)).toContainText(managedEmailTexts.none);
});

test('a learner logs in with a work address once it is verified', async ({ page }) => {
  const nora = await academy.newPerson();
  const work = { ...nora, email: `work.${nora.email}` };
  await openAs(page, academy.url('spring', '/email'), nora);
  await addAddress(page, managedEmailTexts.work, work.email);
  await expect(code(page)).toBeFocused();
  await code(page).fill(codeIn(await newestMail(page, work.email, 'verify-managed-email')));
  await page.keyboard.press('Enter');
  await expect(messages(page)).toContainText(managedEmailTexts.emailVerified);
  await signOut(page, nora);
  await signIn(page, work);
  await open(page, academy.url('spring', '/account'));
  await expect(page.getByRole('main').getByText(nora.email).first()).toBeVisible();
});

// Shows clauses#messages-in-dialogs
longTest('a failure to add an address is shown by the alert modal', async ({ page, allow }) => {
  allow(/status of (409|503)/, /server error 503/);
  const learner = academy.person('learner');
  await openAs(page, academy.url('kube', '/email'), learner);
  await addAddress(page, managedEmailTexts.personal, 'twice@example.org');
  await expect(code(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await addAddress(page, managedEmailTexts.personal, 'twice@example.org');
  await expect(dialog(page, dialogTexts.warning)).toContainText('This address is already in the list.');
  await page.keyboard.press('Escape');
  await expect(dialog(page, dialogTexts.warning)).toBeHidden();
  await expect(add(page).getByRole('textbox', { name: managedEmailTexts.email })).toHaveValue('twice@example.org');
  const words = { success: false, data: null, errors: [{ errorMessage: 'No more than 20 addresses.' }] };
  await page.route('**/api/v1/email/addEmail*', (route) => route.fulfill({ status: 409, json: words }));
  await add(page).getByRole('button', { name: managedEmailTexts.add }).click();
  await expect(dialog(page, dialogTexts.warning)).toContainText('No more than 20 addresses.');
  await page.keyboard.press('Escape');
  await page.unroute('**/api/v1/email/addEmail*');
  await page.route('**/api/v1/email/addEmail*', (route) => route.fulfill({ status: 503, body: '' }));
  await add(page).getByRole('button', { name: managedEmailTexts.add }).click();
  await expect(dialog(page, dialogTexts.warning)).toContainText(managedEmailTexts.addFailed);
});

test('an administrator sets the academy’s addresses, which then receive feedback', async ({ page }) => {
  const admin = academy.person('admin');
  await openAs(page, academy.url('spring', '/email'), admin);
  await expect(section(page, managedEmailTexts.sender)).toContainText(academy.adminName('spring'));
  await addAddress(page, managedEmailTexts.feedback, 'words@example.org');
  await expect(code(page)).toBeVisible();
  await code(page).fill(codeIn(await newestMail(page, 'words@example.org', 'verify-managed-email')));
  await page.keyboard.press('Enter');
  await expect(section(page, managedEmailTexts.feedback).getByRole('listitem')).toContainText(
    managedEmailTexts.verified,
  );

  await page.getByRole('searchbox', { name: managedEmailTexts.search }).fill('FEEDBACK');
  await expect(page.getByRole('listitem').filter({ hasText: 'words@example.org' })).toBeVisible();
  await expect(section(page, managedEmailTexts.personal)).toHaveCount(0);
  await page.getByRole('searchbox', { name: managedEmailTexts.search }).fill('nothing');
  await expect(page.getByRole('status').filter({ hasText: '0 of 1 address' })).toBeVisible();

  await page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: feedbackTexts.comments }).fill('All is well.');
  await page.getByRole('dialog').getByRole('button', { name: feedbackTexts.send }).click();
  await expect(dialog(page, feedbackTexts.thankYou)).toBeVisible();
  expect((await newestMail(page, 'words@example.org', 'feedback')).plain).toContain('> All is well.');
});

longTest('the managed addresses fit a phone', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('tanzu', '/'), learner);
  await page.setViewportSize(PHONE);
  await open(page, academy.url('tanzu', '/email'));
  await addAddress(page, managedEmailTexts.personal, `${'long'.repeat(15)}@${'longer.'.repeat(15)}example.org`);
  await expect(code(page)).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 390]);
  await page.keyboard.press('Escape');
  await expect(
    section(page, managedEmailTexts.personal).getByRole('listitem').filter({ hasText: 'longer' }),
  ).toContainText(managedEmailTexts.notVerified);
  await expectNoSidewaysScroll(page, [320, 390]);
});
