import { alertFormTexts } from '@academy/web/screens/alerts/alert-form-texts';
import { alertListTexts } from '@academy/web/screens/alerts/alert-list-texts';
import { alertTexts } from '@academy/web/screens/alerts/alert-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const form = (page: Page) => page.getByRole('form', { name: alertFormTexts.alert });
const message = (page: Page) => form(page).getByRole('textbox', { name: alertFormTexts.message });
const academyBox = (page: Page, tenant: TenantName) =>
  form(page).getByRole('checkbox', { name: academy.adminName(tenant) });
const preview = (page: Page) => page.getByRole('region', { name: alertFormTexts.preview });
const bar = (page: Page) => page.getByRole('region', { name: alertListTexts.alerts, exact: true });
const list = (page: Page) => page.getByRole('region', { name: alertListTexts.search });
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words });
const count = (page: Page) => list(page).getByRole('status');
const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const modal = (page: Page) => page.getByRole('dialog');
const select = (page: Page, words: string) =>
  list(page).getByRole('checkbox', { name: `Select ${words}`, exact: true });
const selectAll = (page: Page) => list(page).getByRole('checkbox', { name: tableTexts.selectAll });

async function asAdmin(page: Page, path: string, tenant: TenantName = 'spring'): Promise<void> {
  await openAs(page, academy.url(tenant, path), academy.person('admin'));
}

interface Made {
  id: string;
}

/** Makes a call as the page does. */
async function call<T>(
  page: Page,
  method: string,
  path: string,
  body?: object,
  tenant: TenantName = 'spring',
): Promise<T> {
  return page.evaluate(
    async ({ method, path, body, tenant }) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        tenantid: tenant,
      };
      if (body !== undefined) headers['content-type'] = 'application/json';
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const reply = await fetch(`/api/v1${path}`, init);
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
      return (await reply.json()).data;
    },
    { method, path, body, tenant: academy.tenantId(tenant) },
  );
}
const make = (page: Page, words: string, more: object = {}, tenant: TenantName = 'spring') =>
  call<Made>(page, 'POST', '/alerts/create', { message: words, level: 'info', ...more }, tenant);

/** Deletes all alerts, so that each test starts without any. */
async function clear(page: Page): Promise<void> {
  for (const tenant of TENANTS) {
    const { result } = await call<{ result: Made[] }>(page, 'GET', '/alerts/list', undefined, tenant);
    const ids = result.map(({ id }) => id);
    if (ids.length > 0) await call(page, 'DELETE', '/alerts', { ids }, tenant);
  }
}

test('an alert for two academies is previewed and shown in both', async ({ page }) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  await page.reload();
  await expect(list(page).getByRole('heading', { name: alertListTexts.emptyTitle })).toBeVisible();
  await list(page).getByRole('link', { name: alertFormTexts.newAlert }).click();
  await expect(heading(page, alertFormTexts.newAlert)).toBeVisible();
  await expect(academyBox(page, 'spring')).toBeChecked();
  await academyBox(page, 'kube').check();
  await message(page).fill('Labs are slow today<script>alert(1)</script>');
  await message(page).evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    area.setSelectionRange(9, 13);
  });
  await form(page)
    .getByRole('group', { name: alertFormTexts.formatting })
    .getByRole('button', { name: alertFormTexts.bold })
    .click();
  await expect(message(page)).toHaveValue('Labs are **slow** today<script>alert(1)</script>');
  await form(page).getByRole('combobox', { name: alertListTexts.level }).selectOption('Warning');
  await form(page).getByRole('textbox', { name: alertListTexts.linkAddress }).fill('/courses');
  await expect(preview(page)).toContainText('Warning: Labs are slow today');
  await expect(preview(page).locator('strong')).toHaveText('slow');
  await expect(preview(page)).not.toContainText('alert(1)');
  await expect(preview(page).getByRole('link', { name: 'click to know more' })).toBeVisible();
  // A target that the page's bar covers half of is found too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Create alert' }).click();

  await expect(messages(page)).toContainText(alertListTexts.created);
  await expect(heading(page, alertListTexts.alerts)).toBeVisible();
  await expect(rowOf(page, 'Labs are slow today')).toContainText(alertTexts.warning);
  await expect(bar(page)).toContainText('Labs are slow today');
  await page.getByRole('combobox', { name: alertListTexts.academy }).selectOption(academy.tenantId('kube'));
  await expect(page).toHaveURL(new RegExp(`tenant=${academy.tenantId('kube')}$`));
  await expect(rowOf(page, 'Labs are slow today')).toBeVisible();
  expect((await academy.get('kube', '/')).text).toContain('Labs are <strong>slow</strong> today');
  expect((await academy.get('tanzu', '/')).text).not.toContain('Labs are');
});

// Shows clauses#messages-in-dialogs
longTest('the alert form names mistakes and keeps the input until sent', async ({ page, allow }) => {
  await asAdmin(page, '/admin/alerts/new');
  await clear(page);
  const create = form(page).getByRole('button', { name: 'Create alert' });
  await academyBox(page, 'spring').uncheck();
  await form(page).getByLabel(alertListTexts.from, { exact: true }).fill('2030-01-02T10:00');
  await form(page).getByLabel(alertListTexts.to, { exact: true }).fill('2030-01-02T09:00');
  await create.click();
  await expect(form(page).getByRole('alert')).toContainText('Check these fields: Academies, Message, To.');
  await expect(form(page).getByRole('checkbox').first()).toBeFocused();
  await expect(message(page)).toHaveAccessibleDescription(/The message field is required\./);
  await expect(form(page).getByLabel(alertListTexts.to, { exact: true })).toHaveAccessibleDescription(
    /later than the start/,
  );
  await expectAccessible(page);

  await academyBox(page, 'tanzu').check();
  await form(page).getByLabel(alertListTexts.to, { exact: true }).fill('2030-01-02T11:00');
  await message(page).fill('Closed on the second');
  allow(/status of 400/);
  await form(page).getByRole('textbox', { name: alertListTexts.linkAddress }).fill('javascript:alert(1)');
  await create.click();
  await expect(form(page).getByRole('textbox', { name: alertListTexts.linkAddress })).toHaveAccessibleDescription(
    /must be an https or mailto address/,
  );
  await page.reload();
  await expect(message(page)).toHaveValue('Closed on the second');
  await expect(academyBox(page, 'tanzu')).toBeChecked();
  await expect(form(page).getByLabel(alertListTexts.from, { exact: true })).toHaveValue('2030-01-02T10:00');
  await form(page).getByRole('textbox', { name: alertListTexts.linkAddress }).fill('');
  await create.click();
  await expect(messages(page)).toContainText(alertListTexts.created);
  await expect(page).toHaveURL(new RegExp(`tenant=${academy.tenantId('tanzu')}$`));
  await expect(rowOf(page, 'Closed on the second')).toContainText(alertTexts.planned);
  await list(page).getByRole('link', { name: alertFormTexts.newAlert }).click();
  await expect(message(page)).toHaveValue('');
});

test('the second of two administrators who edit one alert chooses which version stays', async ({
  page,
  newDevice,
  allow,
}) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  const { id } = await make(page, 'The first words');
  const other = await newDevice();
  await asAdmin(other, `/admin/alerts/${id}/edit`);
  await open(page, academy.url('spring', `/admin/alerts/${id}/edit`));
  await expect(message(page)).toHaveValue('The first words');
  await message(other).fill('Their words');
  await form(other).getByRole('button', { name: 'Save alert' }).click();
  await expect(messages(other)).toContainText(alertListTexts.updated);

  allow(/status of 409/);
  await message(page).fill('My words');
  await form(page).getByRole('button', { name: 'Save alert' }).click();
  const conflict = form(page).getByText(`${academy.person('admin').email} changed this alert on`);
  await expect(conflict).toBeFocused();
  await expect(message(page)).toHaveValue('My words');
  await expectAccessibleToo(page);
  await form(page).getByRole('button', { name: alertFormTexts.takeTheirs }).click();
  await expect(conflict).toHaveCount(0);
  await expect(message(page)).toHaveValue('Their words');

  await call(other, 'PUT', `/alerts/${id}`, { message: 'Their last words', level: 'info' });
  await message(page).fill('My last words');
  await form(page).getByRole('button', { name: 'Save alert' }).click();
  await form(page).getByRole('button', { name: alertFormTexts.saveYours }).click();
  await expect(messages(page)).toContainText(alertListTexts.updated);
  await expect(rowOf(page, 'My last words')).toBeVisible();
  await expect(bar(page)).toContainText('My last words');
});

longTest('an alert deleted by another administrator during editing can be created again', async ({ page, allow }) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  const { id } = await make(page, 'Soon gone');
  await open(page, academy.url('spring', `/admin/alerts/${id}/edit`));
  await expect(message(page)).toHaveValue('Soon gone');
  await call(page, 'DELETE', '/alerts', { ids: [id] });
  allow(/status of 404/);
  await message(page).fill('Written in vain');
  await form(page).getByRole('button', { name: 'Save alert' }).click();
  await form(page).getByRole('button', { name: alertFormTexts.createAgain }).click();
  await expect(messages(page)).toContainText(alertListTexts.created);
  await expect(rowOf(page, 'Written in vain')).toBeVisible();
});

longTest('search, selection and deletion of alerts cover hidden rows, with undo', async ({ page }) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  await make(page, 'Alpha one', { actionUrl: 'https://example.org/status' });
  await make(page, 'Alpha two', { level: 'warning', actionText: 'Read on', actionUrl: '/courses' });
  const beta = await make(page, 'Beta');
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  const search = list(page).getByRole('searchbox', { name: alertListTexts.searchLabel });
  for (const [words, found] of [
    ['ALPHA', 2],
    [beta.id.slice(0, 13).toUpperCase(), 1],
    [academy.tenantId('spring'), 3],
    [academy.person('admin').firstName, 3],
    ['warning', 1],
    ['read ON', 1],
    ['example.org', 1],
    [new Date().toISOString().slice(0, 10), 3],
  ] as const) {
    await search.fill(words);
    await expect(rows(page), words).toHaveCount(found);
  }
  await search.fill('');
  await select(page, 'Beta').check();
  await search.fill('alpha');
  await expect(rows(page)).toHaveCount(2);
  await expect(count(page)).toHaveText('2 of 3 alerts, 1 selected');
  await selectAll(page).check();
  await expect(count(page)).toHaveText('2 of 3 alerts, 3 selected');
  await select(page, 'Alpha two').uncheck();
  expect(await selectAll(page).evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);

  await list(page).getByRole('button', { name: alertListTexts.delete }).click();
  await expect(modal(page).getByRole('heading', { name: 'Delete 2 alerts?' })).toBeVisible();
  await expect(modal(page)).toContainText('Alpha one');
  await expect(modal(page)).toContainText('Beta');
  await expectAccessibleToo(page);
  await modal(page).getByRole('button', { name: managedEmailTexts.cancel }).click();
  await expect(list(page).getByRole('button', { name: alertListTexts.delete })).toBeFocused();
  await list(page).getByRole('button', { name: alertListTexts.delete }).click();
  await modal(page).getByRole('button', { name: 'Delete 2 alerts' }).click();
  await expect(messages(page)).toContainText('2 alerts deleted.');
  await search.fill('');
  await expect(rows(page)).toHaveCount(1);
  await expect(bar(page).locator('[data-alert]:visible')).toHaveText([/Alpha two/]);
  await messages(page).getByRole('button', { name: alertListTexts.undo }).click();
  await expect(messages(page)).toContainText('2 alerts restored.');
  await expect(rows(page)).toHaveCount(3);
  await expect(rowOf(page, 'Beta')).toBeVisible();
});

longTest('an alert’s page shows its details and replicates it for another academy', async ({ page, allow }) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  await make(page, 'Pro labs are <b>open</b>', { audience: 'pro', level: 'success', to: '2031-05-06T07:08:09.000Z' });
  await page.reload();
  await rowOf(page, 'Pro labs are open').getByRole('link', { name: 'Pro labs are open', exact: true }).click();
  await expect(heading(page, alertFormTexts.alert)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('Good news: Pro labs are open');
  await expect(main).toContainText(alertTexts.pro);
  await expect(main).toContainText('2031');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await main.getByRole('link', { name: alertListTexts.replicate }).click();
  await expect(message(page)).toHaveValue('Pro labs are <b>open</b>');
  await expect(form(page).getByRole('combobox', { name: alertListTexts.shownTo })).toHaveValue('pro');
  await academyBox(page, 'spring').uncheck();
  await academyBox(page, 'tanzu').check();
  await form(page).getByRole('button', { name: 'Create alert' }).click();
  await expect(messages(page)).toContainText(alertListTexts.created);
  await expect(page).toHaveURL(new RegExp(`tenant=${academy.tenantId('tanzu')}$`));
  await expect(rowOf(page, 'Pro labs are open')).toBeVisible();

  allow(/status of 404/);
  await open(page, academy.url('spring', `/admin/alerts/${crypto.randomUUID()}`));
  await expect(page.getByRole('alert')).toContainText('This alert does not exist.');
});

longTest('alerts are managed by keyboard, on a phone and accessibly', async ({ page }) => {
  await asAdmin(page, '/admin/alerts');
  await clear(page);
  await make(page, `A message with averyverylongword${'o'.repeat(80)}`, { actionUrl: '/guides' });
  await make(page, 'Short', { level: 'warning' });
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expectNoSidewaysScroll(page, [320, 390, 700, 1024]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await select(page, 'Short').focus();
  await page.keyboard.press('Space');
  await list(page).getByRole('button', { name: alertListTexts.delete }).focus();
  await page.keyboard.press('Enter');
  await expect(modal(page).getByRole('button', { name: managedEmailTexts.cancel })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(modal(page).getByRole('button', { name: 'Delete 1 alert' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);

  await rowOf(page, 'averyvery').getByRole('link', { name: /^Edit/ }).press('Enter');
  await expect(message(page)).toHaveValue(/averyvery/);
  await message(page).fill('By keys alone');
  await message(page).press('Tab');
  await expect(form(page).getByRole('combobox', { name: alertListTexts.level })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 390]);
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Save alert' }).press('Enter');
  await expect(messages(page)).toContainText(alertListTexts.updated);
  await expect(rowOf(page, 'By keys alone')).toContainText(alertTexts.warning);
});

// The screens work the same in every brand.
for (const tenant of USUAL_TENANTS.filter((one) => one !== 'spring'))
  test(`the alerts of ${tenant} are managed in its own design`, async ({ page }) => {
    await asAdmin(page, '/admin/alerts/new', tenant);
    await expect(academyBox(page, tenant)).toBeChecked();
    await message(page).fill('Seen beforehand');
    await expect(preview(page)).toContainText('Seen beforehand');
    await expectAccessible(page);
    await form(page).getByRole('button', { name: alertFormTexts.discard }).click();
    await expect(heading(page, alertListTexts.alerts)).toBeVisible();
    await expectAccessible(page);
  });
