import { randomBytes } from 'node:crypto';
import { unsubscribeTexts } from '@academy/server/notifications/unsubscribe-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { courseFiles, publish } from './support/made-content.ts';
import { newestMail } from './support/mailbox.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  open,
  signOut,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const section = (page: Page) => page.getByRole('region', { name: accountTexts.notifications });
const choice = (page: Page, name: string) => section(page).getByRole('switch', { name });
const NEW_CONTENT = accountTexts.newContent;
/** A new course that is not published yet. */
function aCourse() {
  const id = `news-${randomBytes(4).toString('hex')}`;
  const title = `A course with ${id}`;
  const put = (outline: readonly string[]) => publish(academy, 'spring', courseFiles('spring', { id, title, outline }));
  return { title, path: `/courses/${id}`, publish: put };
}

async function openChoices(page: Page): Promise<void> {
  await open(page, academy.url('spring', '/account#notifications'));
  await expect(choice(page, NEW_CONTENT)).toBeVisible();
}

/** Switches a notification on and waits until the server has saved it. */
async function switchOn(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await choice(page, name).click();
  await saved;
  await expect(choice(page, name)).toBeChecked();
}

test('a learner gets mail about followed courses, and unsubscribes by its link', async ({ page, allow }) => {
  allow(/status of 404/);
  const course = aCourse();
  await course.publish(['The first lesson']);
  const nora = await academy.newPerson();
  await openAs(page, academy.url('spring', course.path), nora);
  const kept = page.waitForResponse((reply) => reply.url().endsWith('/favorite') && reply.ok());
  await page.getByRole('button', { name: `Add ${course.title} to favorites`, exact: true }).click();
  await kept;
  await openChoices(page);
  for (const one of await section(page).getByRole('switch').all()) await expect(one).not.toBeChecked();
  await expect(section(page)).toContainText(`to ${nora.email}`);
  await switchOn(page, NEW_CONTENT);
  await expectAccessible(page);
  await page.reload();
  await expect(choice(page, NEW_CONTENT)).toBeChecked();
  await expect(choice(page, accountTexts.weeklyDigest)).not.toBeChecked();

  await course.publish(['The first lesson', 'The news']);
  const mail = await newestMail(page, nora.email, 'new-content');
  expect(mail.plain).toContain(`- The news\n  ${academy.url('spring', `${course.path}/lessons/l2`)}\n`);
  const link = /https?:\/\/\S+\/unsubscribe\S+/.exec(mail.plain)?.[0] ?? '';

  await open(page, academy.url('spring', '/'));
  await signOut(page, nora);
  await page.goto(link);
  await expect(heading(page, unsubscribeTexts.title)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 360]);
  await page.getByRole('button', { name: unsubscribeTexts.title }).click();
  await expect(heading(page, unsubscribeTexts.doneTitle)).toBeVisible();
  await expectAccessibleToo(page);
  await page.goto(link);
  await expect(heading(page, unsubscribeTexts.doneTitle)).toBeVisible();
  await page.goto(`${link}x`);
  await expect(heading(page, unsubscribeTexts.unknownTitle)).toBeVisible();

  await openAs(page, academy.url('spring', '/'), nora);
  await openChoices(page);
  await expect(choice(page, NEW_CONTENT)).not.toBeChecked();
});

longTest('a failed save is reported, and the switch shows the saved state', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  const nora = await academy.newPerson();
  await openAs(page, academy.url('kube', '/account#notifications'), nora);
  await expect(choice(page, accountTexts.weeklyDigest)).toBeVisible();
  await page.route('**/api/v1/notifications/settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await choice(page, accountTexts.weeklyDigest).click();
  await expect(page.locator('section[aria-label="Messages"]')).not.toBeEmpty();
  await expect(choice(page, accountTexts.weeklyDigest)).not.toBeChecked();
  await page.unroute('**/api/v1/notifications/settings');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await choice(page, accountTexts.weeklyDigest).focus();
  await page.keyboard.press('Space');
  await saved;
  await expect(choice(page, accountTexts.weeklyDigest)).toBeChecked();
});

longTest('a learner without a verified address is led to verify one', async ({ page }) => {
  const nora = await academy.newPerson();
  await openAs(page, academy.url('tanzu', '/'), nora);
  await page.setViewportSize(PHONE);
  const kinds = ['new-content', 'membership-end', 'weekly-digest'];
  const data = { address: null, choices: kinds.map((kind) => ({ kind, isOn: false })) };
  await page.route('**/api/v1/notifications/settings', (route) =>
    route.fulfill({ json: { success: true, data, errors: [], correlationId: 'made-up', message: null } }),
  );
  await open(page, academy.url('tanzu', '/account#notifications'));
  await expect(section(page)).toContainText('You have no verified e-mail address, so nothing is sent.');
  // In Tanzu Academy an account replaces the membership, so there is no reminder of its end.
  await expect(section(page).getByRole('switch')).toHaveCount(2);
  await expectNoSidewaysScroll(page, [320, 360]);
  await expectAccessible(page);
  await section(page).getByRole('link', { name: accountTexts.verifyAddress }).click();
  await expect(heading(page, shellTexts.emails)).toBeVisible();
  await page.getByRole('link', { name: managedEmailTexts.chooseMails }).click();
  await expect(section(page).getByRole('heading', { name: accountTexts.notifications })).toBeInViewport();
});
