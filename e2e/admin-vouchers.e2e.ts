import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { voucherTexts } from '@academy/web/screens/memberships/voucher-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
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

longTest('administrators see voucher requests and mark them as sent or not', async ({ page, newDevice }) => {
  const device = await newDevice();
  const member = await academy.newMember();
  await openAs(device, academy.url('spring'), member);
  await device.getByRole('button', { name: dashboardTexts.requestVoucher }).click();
  await device.getByRole('dialog').getByRole('button', { name: dashboardTexts.confirmVoucher }).click();
  await expect(device.getByRole('button', { name: dashboardTexts.requestVoucher })).toHaveCount(0);

  const admin = academy.person('admin');
  await openAs(page, academy.url('spring'), admin);
  await expectSignedIn(page, admin);
  await open(page, academy.url('spring', '/admin'));
  await page.getByRole('main').getByRole('link', { name: voucherTexts.vouchers }).click();
  await expect(heading(page, voucherTexts.vouchers)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: member.email });
  await expect(row).toContainText(voucherTexts.waiting);
  await row.getByRole('button', { name: /^Mark as sent/ }).click();
  await expect(row.getByRole('button', { name: /^Mark as not sent/ })).toBeVisible();
  await expect(row).not.toContainText(voucherTexts.waiting);
  await page.getByRole('combobox', { name: voucherTexts.state }).selectOption({ label: 'Waiting' });
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: tableTexts.showAll }).click();
  await row.getByRole('button', { name: /^Mark as not sent/ }).click();
  await expect(row).toContainText(voucherTexts.waiting);
  await expectNoSidewaysScroll(page, [320, 700, 1440]);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});
