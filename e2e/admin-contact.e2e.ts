import { readFile } from 'node:fs/promises';
import { contactMessagesTexts } from '@academy/web/screens/contact/contact-messages-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
} from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const IDEA = 'An idea for a new course';
const table = (page: Page) => page.getByRole('table', { name: contactMessagesTexts.contactMessages });
const rows = (page: Page) => table(page).getByRole('row');
const count = (page: Page) =>
  page.getByRole('region', { name: contactMessagesTexts.contactMessages }).getByRole('status').first();

/** Sends two messages with the given word, and searches for it as an administrator. */
async function openMessages(page: Page, word: string): Promise<void> {
  for (const [firstName, subject] of [
    ['Ada', IDEA],
    ['Grace', 'Something else'],
  ]) {
    const sent = await page.request.post(`http://127.0.0.1:${academy.port}/api/v1/email/contactUs`, {
      headers: { tenantid: academy.tenantId('spring') },
      data: { firstName, lastName: 'Tester', email: 'writer@example.org', subject, message: `About ${word}, please.` },
    });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  await openAs(page, academy.url('spring'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await open(page, academy.url('spring', '/admin'));
  await page.getByRole('main').getByRole('link', { name: contactMessagesTexts.contactMessages, exact: true }).click();
  await expect(heading(page, contactMessagesTexts.contactMessages)).toBeVisible();
  const found = page.waitForResponse((response) => response.url().includes(`/admin/contact?q=${word}`));
  await page.getByRole('searchbox', { name: contactMessagesTexts.search }).fill(word);
  await found;
  await expect(count(page)).toHaveText('2 contact messages');
  // Rows of the previous search are pale while new ones are loading.
  await expect(table(page)).toHaveCSS('opacity', '1');
}

longTest('an administrator finds a contact message, opens it and replies by mail', async ({ page }) => {
  await openMessages(page, 'wordone');
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: /^Details of .*Ada Tester/ }).click();
  await expect(page.getByRole('blockquote')).toHaveText('About wordone, please.');
  await expect(page.getByRole('link', { name: 'writer@example.org' })).toHaveAttribute(
    'href',
    `mailto:writer@example.org?subject=${encodeURIComponent(`Re: ${IDEA}`)}`,
  );
  await expectAccessible(page);

  await page.getByRole('combobox', { name: contactMessagesTexts.subject }).selectOption(IDEA);
  await expect(count(page)).toHaveText('1 contact message');
  await page.reload();
  await expect(count(page)).toHaveText('1 contact message');
  await expect(rows(page).nth(1)).toContainText('Ada Tester');
  await page.getByLabel(tableTexts.to).fill('2020-01-01');
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await page.getByRole('button', { name: tableTexts.clearFilters }).click();
  await expect(count(page)).toHaveText('2 contact messages');
  await table(page).getByRole('button', { name: contactMessagesTexts.from }).click();
  await expect(rows(page).nth(1)).toContainText('Ada Tester');
  await table(page).getByRole('button', { name: contactMessagesTexts.from }).click();
  await expect(rows(page).nth(1)).toContainText('Grace Tester');
});

longTest('contact messages are downloaded as the search shows them', async ({ page }) => {
  await openMessages(page, 'wordtwo');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: contactMessagesTexts.download }).click();
  const text = await readFile(await (await started).path(), 'utf8');
  expect(text.match(/About wordtwo, please\./g)).toHaveLength(2);
  expect(text).not.toContain('wordone');
});

longTest('contact messages fit every width and can be read on a phone', async ({ page }) => {
  await openMessages(page, 'wordthree');
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /^Details of .*Grace Tester/ }).click();
  await expect(page.getByRole('blockquote')).toBeVisible();
  await expectAccessible(page);
});
