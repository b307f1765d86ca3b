import { alertListTexts } from '@academy/web/screens/alerts/alert-list-texts';
import { auditActionTexts } from '@academy/web/screens/audit/audit-action-texts';
import { auditTexts } from '@academy/web/screens/audit/audit-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { allTokenTexts } from '@academy/web/screens/personal-access-tokens/all-token-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import { walkTo } from './support/keys.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading, open } from './support/steps.ts';
import { expect, longTest, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Makes tokens as a screen would: each is an entry of the audit log. */
async function makeTokens(page: Page, names: readonly string[]): Promise<void> {
  const statuses = await page.evaluate(async (names) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      tenantid: 'spring',
      'content-type': 'application/json',
    };
    const made = [];
    for (const name of names) {
      const body = JSON.stringify({ name, abilities: ['progress:read'] });
      made.push((await fetch('/api/v1/admin/generate-token', { method: 'POST', headers, body })).status);
    }
    return made;
  }, names);
  expect(new Set(statuses)).toEqual(new Set([200]));
}

/** Opens a screen of the administration, with the focus on its title. */
async function openScreen(page: Page, path: string, title: string, tokens: readonly string[]): Promise<void> {
  await openAs(page, academy.url('spring', '/instructors'), academy.person('admin'));
  await makeTokens(page, tokens);
  await open(page, academy.url('spring', path));
  await expect(heading(page, title)).toBeVisible();
  await heading(page, title).focus();
}

longTest('a table is sorted, configured, expanded and paged by keyboard', async ({ page }) => {
  await openScreen(
    page,
    '/admin/audit',
    auditTexts.audit,
    Array.from({ length: 21 }, (_, at) => `by keys ${at}`),
  );
  const list = page.getByRole('region', { name: auditTexts.listLabel });
  const header = (name: string) => list.getByRole('columnheader', { name, exact: true });
  await expect(header(auditTexts.when)).toHaveAttribute('aria-sort', 'descending');

  const columns = list.getByRole('button', { name: tableTexts.columns });
  await walkTo(page, columns);
  await press(page, 'Enter');
  const menu = page.getByRole('dialog', { name: tableTexts.columns });
  await expect(menu).toBeVisible();
  const boxes = menu.getByRole('checkbox');
  const names = await boxes.evaluateAll((all) => all.map((box) => box.closest('label')?.textContent ?? ''));
  for (const name of names) {
    const box = menu.getByRole('checkbox', { name, exact: true });
    await walkTo(page, box);
    if (await box.isChecked()) await press(page, 'Space');
  }
  // The last column stays, and the menu gives the reason.
  await expect(menu.getByRole('alert')).toHaveText(tableTexts.lastColumn);
  await expect(menu.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expectAccessible(page);
  for (const name of names.toReversed()) {
    const box = menu.getByRole('checkbox', { name, exact: true });
    await walkTo(page, box, 'Shift+Tab');
    if (!(await box.isChecked())) await press(page, 'Space');
  }
  await expect(menu.getByText(tableTexts.lastColumn)).toHaveCount(0);
  await press(page, 'Escape');
  await expect(menu).toBeHidden();
  await expect(columns).toBeFocused();

  const compact = list.getByRole('button', { name: 'Entries: compact rows' });
  await walkTo(page, compact);
  await press(page, 'Space');
  await expect(compact).toHaveAttribute('aria-pressed', 'true');
  await walkTo(page, header(auditTexts.when).getByRole('button'));
  await press(page, 'Enter');
  await expect(header(auditTexts.when)).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(auditTexts.when).getByRole('button')).toBeFocused();
  await press(page, 'Enter');
  await expect(header(auditTexts.when)).toHaveAttribute('aria-sort', 'descending');

  const details = list
    .getByRole('button', { name: new RegExp(`^${tableTexts.detailsOf({ title: auditActionTexts['token.create'] })}`) })
    .first();
  await walkTo(page, details);
  await press(page, 'Enter');
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expect(list.getByText('by keys 20').last()).toBeVisible();
  await press(page, 'Space');
  await expect(details).toHaveAttribute('aria-expanded', 'false');

  const pages = page.getByRole('navigation', { name: 'Entries: pages' });
  await walkTo(page, pages.getByRole('link', { name: tableTexts.next }));
  await press(page, 'Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  // A new page of the table moves the focus to the title.
  await expect(heading(page, auditTexts.audit)).toBeFocused();
  await walkTo(page, pages.getByRole('link', { name: tableTexts.previous }));
  await press(page, 'Enter');
  await expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
});

longTest('rows are selected one by one or all, and deleted, by keyboard', async ({ page }) => {
  await openScreen(page, '/admin/tokens', allTokenTexts.title, ['first of three', 'second of three', 'third of three']);
  const list = page.getByRole('region', { name: allTokenTexts.allTokens });
  await walkTo(page, list.getByRole('searchbox'));
  await page.keyboard.type('of three');
  await expect(list.getByRole('status').first()).toContainText(/^3 of \d+ tokens$/);
  const all = list.getByRole('checkbox', { name: tableTexts.selectAll });
  await walkTo(page, all);
  await press(page, 'Space');
  await expect(list.getByRole('status').first()).toContainText('3 selected');
  await press(page, 'Space');
  await expect(list.getByRole('status').first()).not.toContainText('selected');
  await walkTo(page, list.getByRole('checkbox', { name: 'Select second of three' }));
  await press(page, 'Space');
  await expect(list.getByRole('status').first()).toContainText('1 selected');
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);

  const remove = list.getByRole('button', { name: alertListTexts.delete });
  await walkTo(page, remove, 'Shift+Tab');
  await press(page, 'Enter');
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('button', { name: managedEmailTexts.cancel })).toBeFocused();
  await press(page, 'Escape');
  await expect(modal).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, 'Enter');
  await walkTo(page, modal.getByRole('button', { name: 'Delete 1 token' }));
  await press(page, 'Enter');
  await expect(list.getByRole('checkbox', { name: 'Select second of three' })).toHaveCount(0);
  await expect(list.getByRole('checkbox', { name: 'Select first of three' })).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
});
