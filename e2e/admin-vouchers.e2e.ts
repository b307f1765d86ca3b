import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, expectSignedIn, heading, open } from './support/steps.ts';
import { expect, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

test('administrators see voucher requests and mark them as sent or not', async ({ page, newDevice }) => {
  const device = await newDevice();
  await openAs(device, academy.url('spring'), academy.person('pro'));
  await device.getByRole('button', { name: 'Request exam voucher' }).click();
  await device.getByRole('dialog').getByRole('button', { name: 'Request the voucher' }).click();
  await expect(device.getByRole('button', { name: 'Request exam voucher' })).toHaveCount(0);

  const admin = academy.person('admin');
  await openAs(page, academy.url('spring'), admin);
  await expectSignedIn(page, admin);
  await open(page, academy.url('spring', '/admin'));
  await page.getByRole('main').getByRole('link', { name: 'Exam vouchers' }).click();
  await expect(heading(page, 'Exam vouchers')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: academy.person('pro').email });
  await expect(row).toContainText('Waiting');
  await row.getByRole('button', { name: /^Mark as sent/ }).click();
  await expect(row.getByRole('button', { name: /^Not sent yet/ })).toBeVisible();
  await expect(row).not.toContainText('Waiting');
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Waiting' });
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await row.getByRole('button', { name: /^Not sent yet/ }).click();
  await expect(row).toContainText('Waiting');
  await expectNoSidewaysScroll(page, [320, 700, 1440]);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});
