import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { walkTo } from './support/keys.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const form = (page: Page) => page.getByRole('dialog', { name: feedbackTexts.giveFeedback });
const inFooter = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback });
/** Content outside of an open dialog is neither announced nor reachable. */
const isInert = (page: Page) =>
  messages(page).evaluate((region) => {
    const dialog = document.querySelector('dialog:modal');
    return dialog !== null && !dialog.contains(region);
  });

longTest('a message during a dialog is announced and pressed there, and stays', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  await page.route('**/api/v1/feedback', (route) => route.fulfill({ status: 503, body: '' }));
  await open(page, academy.url('spring', '/courses'));
  await inFooter(page).click();
  await form(page).getByRole('textbox', { name: feedbackTexts.comments }).fill('This is wrong.');
  // The live region is there before its first message.
  expect(await isInert(page)).toBe(false);
  await form(page).getByRole('button', { name: feedbackTexts.send }).click();
  await expect(messages(page)).toContainText('503');
  // A message does not close while the pointer is over it, and axe takes a while.
  await messages(page).getByText('503').hover();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(messages(page).getByText('503')).toBeInViewport();
  await messages(page).getByRole('button', { name: uiTexts.closeMessage }).click();
  await expect(messages(page)).toBeEmpty();
  await expect(form(page)).toBeVisible();

  // By keyboard, too: the message is one of the stops within the dialog.
  await form(page).getByRole('button', { name: feedbackTexts.send }).press('Enter');
  const close = messages(page).getByRole('button', { name: uiTexts.closeMessage });
  await expect(close).toBeVisible();
  await walkTo(page, close);
  await page.keyboard.press('Enter');
  await expect(messages(page)).toBeEmpty();
  await expect(form(page)).toBeVisible();

  await form(page).getByRole('button', { name: feedbackTexts.send }).press('Enter');
  await expect(close).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await expect(inFooter(page)).toBeFocused();
  await expect(messages(page)).toContainText('503');
  await close.click();
  await expect(messages(page)).toBeEmpty();
});

longTest('messages follow into a nested dialog, into the search, and back', async ({ page }) => {
  await openAs(page, academy.url('kube', '/email'), await academy.newPerson());
  await expect(heading(page, managedEmailTexts.title)).toBeVisible();
  const add = page.getByRole('form', { name: managedEmailTexts.addForm });
  await add.getByRole('textbox', { name: managedEmailTexts.email }).fill('follows@example.org');
  await add.getByRole('button', { name: managedEmailTexts.add }).click();
  const verify = page.getByRole('dialog', { name: managedEmailTexts.verifyTitle });
  await expect(verify.getByRole('region', { name: uiTexts.messages })).toContainText(
    'A code is on its way to the address',
  );
  await verify.getByRole('textbox', { name: 'Code' }).fill('wrong');
  await page.keyboard.press('Enter');
  const warning = page.getByRole('dialog', { name: dialogTexts.warning });
  await expect(warning.getByRole('region', { name: uiTexts.messages })).toBeAttached();
  await warning.getByRole('button', { name: dialogTexts.ok }).click();
  await expect(verify.getByRole('region', { name: uiTexts.messages })).toBeAttached();
  await verify.getByRole('button', { name: managedEmailTexts.sendAnother }).click();
  await expect(verify.getByRole('region', { name: uiTexts.messages })).toContainText(
    'A code is on its way to the address',
  );
  await page.keyboard.press('Escape');
  await expect(verify).toBeHidden();
  await expect(messages(page)).toContainText('A code is on its way to the address');

  await heading(page, managedEmailTexts.title).focus();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: shellTexts.search });
  await expect(palette.getByRole('region', { name: uiTexts.messages })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  expect(await messages(page).evaluate((region) => region.closest('dialog'))).toBeNull();
});
