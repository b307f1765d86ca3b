import { readFile } from 'node:fs/promises';
import { auditActionTexts } from '@academy/web/screens/audit/audit-action-texts';
import { auditNameTexts } from '@academy/web/screens/audit/audit-name-texts';
import { auditTexts } from '@academy/web/screens/audit/audit-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, expectSignedIn, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const rows = (page: Page) => page.getByRole('table', { name: auditTexts.listLabel }).getByRole('row');
const search = (page: Page) => page.getByRole('searchbox', { name: auditTexts.search });
const count = (page: Page) => page.getByRole('region', { name: auditTexts.listLabel }).getByRole('status').first();

/** Makes and revokes a token by the command line: two entries of the audit log. */
async function aToken(name: string): Promise<void> {
  const data = ['--data', academy.dataFolder];
  const by = ['--person', academy.person('admin').email];
  const made = ['token', 'create', '--name', name, '--tenant', 'kube', '--ability', 'content:write', ...by, ...data];
  expect(await academy.cli(made)).toMatchObject({ code: 0 });
  const listed = await academy.cli(['token', 'list', '--json', ...data]);
  const tokens = JSON.parse(listed.stdout) as { tokenId: string; name: string }[];
  const id = tokens.find((token) => token.name === name)?.tokenId ?? '';
  expect(await academy.cli(['token', 'revoke', '--id', id, ...data])).toMatchObject({ code: 0 });
}

async function openAudit(page: Page, query = ''): Promise<void> {
  await openAs(page, academy.url('kube'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await open(page, academy.url('kube', `/admin/audit${query}`));
  await expect(heading(page, auditTexts.audit)).toBeVisible();
  await expect(count(page)).toContainText(/entr(y|ies)$/);
}

longTest('an administrator finds audit entries, and the address keeps the table’s state', async ({ page }) => {
  await aToken('for the audit');
  await openAudit(page);
  await search(page).fill('for the audit');
  await expect(count(page)).toHaveText('2 entries');
  await expect(rows(page).nth(1)).toContainText(auditActionTexts['token.delete']);
  await expect(rows(page).nth(2)).toContainText(auditActionTexts['token.create']);
  await expect(page).toHaveURL(/\?q=for\+the\+audit$/);

  await page.getByRole('button', { name: auditTexts.when }).click();
  await expect(page.getByRole('columnheader', { name: auditTexts.when })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).nth(1)).toContainText(auditActionTexts['token.create']);
  await page.getByRole('button', { name: /^Details of Access token created/ }).click();
  await expect(page.getByText('content:write')).toBeVisible();
  await page.getByRole('button', { name: 'Entries: compact rows' }).click();
  await page.getByRole('button', { name: tableTexts.columns }).click();
  await page
    .getByRole('dialog', { name: tableTexts.columns })
    .getByRole('checkbox', { name: auditTexts.address })
    .uncheck();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await page.reload();
  await expect(rows(page).nth(1)).toContainText(auditActionTexts['token.create']);
  await expect(page.getByText('content:write')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: auditTexts.address })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Entries: compact rows' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'All entries about this token' }).click();
  await search(page).fill('');
  await expect(count(page)).toHaveText('2 entries');
  await page.getByRole('button', { name: tableTexts.clearFilters }).click();
  await expect(page).not.toHaveURL(/target/);
});

longTest('filters reduce the audit log, and an empty result offers all entries', async ({ page }) => {
  await aToken('narrowed down');
  await openAudit(page);
  await page.getByRole('combobox', { name: auditTexts.about }).selectOption({ label: auditNameTexts.token });
  await expect(page).toHaveURL(/about=token/);
  await page.getByLabel(tableTexts.to).fill('2001-01-31');
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: tableTexts.showAll }).click();
  await expect(rows(page).nth(1)).toBeVisible();
  await expect(page).toHaveURL(academy.url('kube', '/admin/audit'));
});

longTest('the audit log is downloaded as the search shows it', async ({ page }) => {
  await aToken('=downloaded');
  await openAudit(page, '?q=%3Ddownloaded');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: auditTexts.download }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(4);
  expect(text).toContain('token.create');
  await expect(page.getByText('has been downloaded.')).toBeAttached();
});

longTest('the audit log fits every width and works on a phone', async ({ page }) => {
  await aToken('on the phone');
  await openAudit(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await page
    .getByRole('button', { name: /^Details of Access token created/ })
    .first()
    .click();
  await expect(page.getByText('content:write').first()).toBeVisible();
  await expectAccessible(page);
});
