import { readFile } from 'node:fs/promises';
import { adminHeadTexts } from '@academy/web/features/admin-head/admin-head-texts';
import { adminTexts } from '@academy/web/screens/admin/admin-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import type { TenantName } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
} from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring', 'kube');

const choice = (page: Page) => page.getByRole('combobox', { name: adminHeadTexts.academy, exact: true });
const area = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const hint = () => `You are viewing and changing ${academy.adminName('kube')}, not ${academy.adminName('spring')}.`;

/** Opens the administration of spring as an administrator. */
async function openAdministration(page: Page, path = '/admin'): Promise<void> {
  await openAs(page, academy.url('spring'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await open(page, academy.url('spring', path));
}

/** The contact addresses of an academy, as the server lists them. */
async function contactAddresses(page: Page, tenant: TenantName): Promise<string[]> {
  const found = await page.evaluate(async (tenantid) => {
    const headers = { tenantid, authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    return (await (await fetch('/api/v1/email/list?type=contact', { headers })).json()).data.result;
  }, academy.tenantId(tenant));
  return (found as { email: string }[]).map(({ email }) => email);
}

test('the chosen academy is kept across screens, Back, reload and a link', async ({ page }) => {
  await openAdministration(page);
  await expect(choice(page)).toHaveValue(academy.tenantId('spring'));
  await expect(page.getByText(hint())).toHaveCount(0);
  await choice(page).focus();
  await choice(page).selectOption(academy.tenantId('kube'));
  await expect(page).toHaveURL(academy.url('spring', `/admin?tenant=${academy.tenantId('kube')}`));
  await expect(page.getByText(hint())).toBeVisible();
  await expect(choice(page)).toBeFocused();
  await expectAccessibleToo(page);

  for (const name of [
    managedEmailTexts.feedback,
    adminTexts.contact,
    adminTexts.labs,
    adminTexts.audit,
    adminTexts.vouchers,
    adminTexts.webhooks,
    adminTexts.certificates,
  ]) {
    await area(page, name).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(choice(page)).toHaveValue(academy.tenantId('kube'));
    await page
      .getByRole('navigation', { name: adminHeadTexts.breadcrumb })
      .getByRole('link', { name: adminHeadTexts.administration })
      .click();
    await expect(heading(page, adminHeadTexts.administration)).toBeVisible();
  }
  const sidebar = page.getByRole('navigation', { name: shellTexts.sidebar });
  await sidebar.getByRole('link', { name: adminTexts.users, exact: true }).click();
  await expect(heading(page, adminTexts.users)).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
  await sidebar.getByRole('link', { name: adminTexts.alerts, exact: true }).click();
  await expect(heading(page, adminTexts.alerts)).toBeVisible();
  await expect(choice(page)).toHaveValue(academy.tenantId('kube'));

  await choice(page).selectOption(academy.tenantId('spring'));
  await expect(page).toHaveURL(academy.url('spring', '/admin/alerts'));
  await page.goBack();
  await expect(choice(page)).toHaveValue(academy.tenantId('kube'));
  await page.reload();
  await expect(choice(page)).toHaveValue(academy.tenantId('kube'));
  await expect(page.getByText(hint())).toBeVisible();
});

longTest('switching the academy keeps the filters that both academies have', async ({ page }) => {
  await openAdministration(page, '/admin/feedback?bug=true&course=rest&from=2030-01-01');
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await choice(page).selectOption(academy.tenantId('kube'));
  await expect(page).toHaveURL(
    academy.url('spring', `/admin/feedback?bug=true&from=2030-01-01&tenant=${academy.tenantId('kube')}`),
  );
  await expect(page.getByRole('combobox', { name: feedbackListTexts.problems })).toHaveValue('true');
  await expect(page.getByRole('combobox', { name: feedbackListTexts.course })).toHaveValue('');
});

longTest('changes go to the chosen academy, whose own pages show them', async ({ page }) => {
  await openAdministration(page, `/email?tenant=${academy.tenantId('kube')}`);
  const add = page.getByRole('form', { name: managedEmailTexts.addForm });
  await add.getByRole('combobox', { name: managedEmailTexts.type }).selectOption('Contact');
  await add.getByRole('textbox', { name: managedEmailTexts.email }).fill('team@kube.example');
  await add.getByRole('button', { name: managedEmailTexts.add }).click();
  const verify = page.getByRole('dialog');
  await expect(verify).toBeVisible();
  const mails = await page.request.get(`http://127.0.0.1:${academy.port}/mailbox.json?to=team@kube.example`);
  expect(await mails.json()).toMatchObject([{ subject: expect.stringContaining('Kube Academy') }]);
  await page.keyboard.press('Escape');
  await expect(verify).toBeHidden();
  await expect(page.getByRole('region', { name: managedEmailTexts.contact })).toContainText(academy.adminName('kube'));
  await expect(page.getByRole('region', { name: managedEmailTexts.contact })).toContainText('team@kube.example');
  expect(await contactAddresses(page, 'kube')).toEqual(['team@kube.example']);
  expect(await contactAddresses(page, 'spring')).toEqual([]);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: managedEmailTexts.download }).click();
  const file = await readFile(await (await started).path(), 'utf8');
  expect(file.split('\r\n')[1]).toContain('contact,team@kube.example,,');

  await choice(page).selectOption(academy.tenantId('spring'));
  await expect(page.getByRole('region', { name: managedEmailTexts.contact })).toContainText(managedEmailTexts.none);
});

longTest('learners cannot choose an academy, whatever the address says', async ({ page }) => {
  await openAs(page, academy.url('spring', `/email?tenant=${academy.tenantId('kube')}`), academy.person('learner'));
  await expect(heading(page, managedEmailTexts.title)).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
});

longTest('the choice of the academy fits every width', async ({ page }) => {
  await openAdministration(page, `/admin/webhooks?tenant=${academy.tenantId('kube')}`);
  await expect(page.getByText(hint())).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);
  await expectAccessible(page);
});
