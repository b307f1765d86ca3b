import { contactTexts } from '@academy/web/screens/contact/contact-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import type { Page } from '@playwright/test';
import { TENANTS } from './support/academy.ts';
import { contactAddress } from './support/own-brands.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, open, signIn } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const form = (page: Page) => page.getByRole('form', { name: contactTexts.contact });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const topic = (page: Page) => form(page).getByRole('combobox', { name: contactTexts.topic });
const send = (page: Page) => form(page).getByRole('button', { name: contactTexts.send });
const success = (page: Page) => page.getByRole('dialog', { name: dialogTexts.success });
const MESSAGE = 'I would like a course about engines.';

async function fillIn(page: Page): Promise<void> {
  await field(page, contactTexts.firstName).fill('Ada');
  await field(page, contactTexts.lastName).fill('Lovelace');
  await field(page, contactTexts.email).fill('ada@example.org');
  await topic(page).selectOption('An idea for a new course');
  await field(page, contactTexts.message).fill(MESSAGE);
}

/** The content and idempotency key of the next message that is sent. */
async function sent(page: Page): Promise<{ body: unknown; key: string | undefined }> {
  const asked = page.waitForRequest((request) => request.url().includes('/email/contactUs?tenant='));
  await send(page).click();
  const request = await asked;
  const { 'content-type': type = '', 'idempotency-key': key } = await request.allHeaders();
  const body = new Response(new Uint8Array(request.postDataBuffer() ?? []), { headers: { 'content-type': type } });
  return { body: Object.fromEntries(await body.formData()), key };
}

test('a visitor sends a message with the keyboard, and it is mailed', async ({ page }) => {
  await open(page, academy.url('spring', '/contact'));
  await expect(page).toHaveTitle('Contact - Spring Academy');
  await expectAccessibleToo(page);
  await send(page).press('Enter');
  for (const name of ['firstName', 'lastName', 'email', 'topic', 'message'] as const)
    await expect(form(page).getByText(`${contactTexts[name]} is a required field`, { exact: true })).toBeVisible();
  await expect(field(page, contactTexts.firstName)).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type('  Ada ');
  await page.keyboard.press('Tab');
  await expect(field(page, contactTexts.firstName)).toHaveValue('Ada');
  await page.keyboard.type('Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada at example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('An idea');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Too short');
  await send(page).press('Enter');
  await expect(form(page).getByText(authTexts.noEmail, { exact: true })).toBeVisible();
  await expect(form(page).getByText('This must have at least 10 characters', { exact: true })).toBeVisible();
  await expect(field(page, contactTexts.email)).toBeFocused();
  await field(page, contactTexts.email).fill('ada@example.org');
  await field(page, contactTexts.message).fill(MESSAGE);
  await send(page).press('Enter');

  await expect(success(page)).toContainText('Thank you, your message has arrived.');
  await expect(success(page).locator('strong')).toHaveText('ada@example.org');
  await expectAccessibleToo(page);
  await page.keyboard.press('Enter');
  await expect(success(page)).toBeHidden();
  await expect(send(page)).toBeFocused();
  await expect(field(page, contactTexts.message)).toHaveValue('');
  const team = contactAddress(academy.tenantId('spring'));
  const mails = await page.request.get(`http://127.0.0.1:${academy.port}/mailbox.json?to=${team}`);
  expect(await mails.json()).toMatchObject([
    { kind: 'contact', replyTo: 'ada@example.org', subject: 'An idea for a new course (Spring Academy)' },
  ]);
});

longTest('a typed message survives a failure, a reload and a log-in', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  await open(page, academy.url('kube', '/contact'));
  await topic(page).selectOption('An idea for a new course');
  await field(page, contactTexts.message).fill(MESSAGE);
  await field(page, contactTexts.firstName).fill('Ada');
  await open(page, academy.url('kube', '/contact'));
  await expect(field(page, contactTexts.message)).toHaveValue(MESSAGE);
  const learner = academy.person('learner');
  await signIn(page, learner);
  await expect(field(page, contactTexts.message)).toHaveValue(MESSAGE);
  await expect(field(page, contactTexts.firstName)).toHaveValue('Ada');
  // Fields that were not typed in are filled from the account.
  await expect(field(page, contactTexts.lastName)).toHaveValue(learner.lastName);
  await expect(field(page, contactTexts.email)).toHaveValue(learner.email);

  await page.route('**/api/v1/email/contactUs*', (route) => route.fulfill({ status: 503, body: '' }));
  const first = await sent(page);
  await expect(form(page).getByRole('alert')).toContainText('Your message was not sent.');
  await page.unroute('**/api/v1/email/contactUs*');
  const again = await sent(page);
  expect(again).toEqual(first);
  expect(again.body).toMatchObject({ firstName: 'Ada', lastName: learner.lastName, message: MESSAGE, website: '' });
  await success(page).getByRole('button', { name: dialogTexts.ok }).click();
  await expect(field(page, contactTexts.firstName)).toHaveValue(learner.firstName);
  await expect(topic(page)).toHaveValue('');
});

longTest('the form fits a phone, and the field for bots is hidden', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, academy.url('tanzu', '/contact'));
  await fillIn(page);
  await expectNoSidewaysScroll(page, [320, 390]);
  await expect(form(page).getByRole('textbox')).toHaveCount(4);
  const { body } = await sent(page);
  expect(body).toMatchObject({ website: '' });
  await expect(success(page)).toBeVisible();
});
