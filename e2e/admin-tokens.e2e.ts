import { ABILITIES } from '@academy/contract/abilities';
import { replyTexts } from '@academy/server/http/reply-texts';
import { adminHeadTexts } from '@academy/web/features/admin-head/admin-head-texts';
import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { allTokenTexts } from '@academy/web/screens/personal-access-tokens/all-token-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { actionTexts } from '@academy/web/ui/action-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import type { Person, TenantName } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, expectSignedIn, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const form = (page: Page) => page.getByRole('form', { name: tokenTexts.newToken });
const list = (page: Page) => page.getByRole('region', { name: allTokenTexts.allTokens });
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name });
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: tableTexts.selectAll });

/** Opens the screen of tokens as an administrator. */
async function openTokens(page: Page, tenant: TenantName = 'spring', person?: Person): Promise<void> {
  const admin = person ?? academy.person('admin');
  await openAs(page, academy.url(tenant), admin);
  await expectSignedIn(page, admin);
  await open(page, academy.url(tenant, '/admin/tokens'));
  await expect(heading(page, allTokenTexts.title)).toBeVisible();
  await expect(form(page).getByRole('checkbox')).toHaveCount(ABILITIES.length);
}

/** Makes a token by the command line. */
async function token(name: string, ability = 'progress:read', tenant: TenantName = 'spring'): Promise<string> {
  const args = [
    '--name',
    name,
    '--tenant',
    academy.tenantId(tenant),
    '--ability',
    ability,
    '--person',
    academy.person('admin').email,
  ];
  const made = await academy.cli(['token', 'create', ...args, '--data', academy.dataFolder]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return made.stdout.trim();
}

/** The status of a request for the list of content with a token. */
async function answerTo(bearer: string, tenant: TenantName = 'spring'): Promise<number> {
  const { status } = await academy.get(tenant, '/api/v1/content', { authorization: `Bearer ${bearer}` });
  return status;
}

test('an administrator makes a token for another academy and copies it once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTokens(page);
  await page.getByRole('combobox', { name: tokenTexts.academy }).selectOption({ label: 'Kube Academy' });
  await form(page).getByRole('textbox', { name: tokenTexts.name }).fill('  Publish from CI ');
  await form(page).getByRole('checkbox', { name: 'content:write' }).check();
  const proposed = await form(page).getByLabel(tokenTexts.endsOn).inputValue();
  expect(Math.round((Date.parse(proposed) - Date.now()) / 86_400_000)).toBeGreaterThan(88);
  await form(page).getByRole('button', { name: tokenTexts.create }).click();

  const made = page.getByRole('region', { name: tokenTexts.copyNow });
  await expect(made.getByRole('heading')).toBeFocused();
  await expect(made).toContainText('The token is shown only once');
  const secret = await made.getByRole('textbox', { name: tokenTexts.newToken }).inputValue();
  expect(secret).toMatch(/^academy_[0-9A-Za-z]{38}$/);
  await made.getByRole('button', { name: uiTexts.copy }).click();
  await expect(made.getByRole('status')).toHaveText(actionTexts.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(page);
  expect(await answerTo(secret, 'kube')).toBe(200);
  expect(await answerTo(secret, 'spring')).toBe(403);
  await expect(made).toContainText('Kube Academy');
  await expect(rowOf(page, 'Publish from CI')).toContainText(academy.person('admin').email);

  // Only the panel contains the secret: no message, no storage, and no way back to it.
  await expect(page.getByRole('region', { name: uiTexts.messages })).toBeEmpty();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(secret);
  await page
    .getByRole('navigation', { name: adminHeadTexts.breadcrumb })
    .getByRole('link', { name: adminHeadTexts.administration })
    .click();
  await expect(heading(page, adminHeadTexts.administration)).toBeVisible();
  await page.goBack();
  await expect(form(page)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await page.reload();
  await expect(rowOf(page, 'Publish from CI')).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

longTest('the token form names mistakes beside their fields and keeps the input', async ({ page, allow }) => {
  await token('taken');
  await openTokens(page);
  const name = form(page).getByRole('textbox', { name: tokenTexts.name });
  const day = form(page).getByLabel(tokenTexts.endsOn);
  const create = form(page).getByRole('button', { name: tokenTexts.create });
  await day.fill('');
  await create.click();
  await expect(form(page).getByRole('alert')).toContainText('Check these fields: Name, Abilities, Expires on.');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/The name field is required\./);
  await expect(form(page).getByRole('group', { name: tokenTexts.abilities })).toHaveAccessibleDescription(
    tokenTexts.chooseAbility,
  );
  await expect(day).toHaveAccessibleDescription(/The end date field is required\./);
  await expectAccessible(page);

  await name.fill('taken');
  await form(page).getByRole('checkbox', { name: 'progress:read' }).check();
  await day.fill('2020-01-01');
  await create.click();
  await expect(day).toHaveAccessibleDescription(/The date must be in the future\./);
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(inAMonth);
  allow(/status of 409/);
  await create.click();
  await expect(name).toHaveAccessibleDescription(new RegExp(replyTexts.tokenNameTaken({ name: 'taken' })));
  await expect(name).toHaveValue('taken');
  await expect(day).toHaveValue(inAMonth);
  await expect(form(page).getByRole('checkbox', { name: 'progress:read' })).toBeChecked();

  // The same name is free in another academy.
  await page.getByRole('combobox', { name: tokenTexts.academy }).selectOption('tanzu');
  await create.click();
  await expect(page.getByRole('region', { name: tokenTexts.copyNow })).toContainText('Tanzu Academy');
  await page.getByRole('button', { name: tokenTexts.done }).click();
  await expect(page.getByRole('heading', { name: tokenTexts.newToken })).toBeFocused();
  await expect(name).toHaveValue('');
});

longTest('a network failure keeps the token form’s input and is reported', async ({ page, context, allow }) => {
  await openTokens(page);
  await form(page).getByRole('textbox', { name: tokenTexts.name }).fill('offline');
  await form(page).getByRole('checkbox', { name: 'progress:read' }).check();
  allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await form(page).getByRole('button', { name: tokenTexts.create }).click();
  await expect(form(page).getByRole('alert')).toContainText('The token was not created. Network Error');
  await context.setOffline(false);
  await form(page).getByRole('button', { name: tokenTexts.create }).click();
  await expect(page.getByRole('region', { name: tokenTexts.copyNow })).toContainText('offline');
});

longTest('search, selection and deletion of tokens cover rows that the search hides', async ({ page }) => {
  const keys = new Map<string, string>();
  for (const name of ['alpha one', 'alpha two', 'beta']) keys.set(name, await token(name, 'content:write'));
  await openTokens(page);
  const search = page.getByRole('searchbox', { name: tokenTexts.search });
  const count = list(page).getByRole('status');

  await select(page, 'beta').check();
  await search.fill('ALPHA');
  await expect(list(page).getByRole('row')).toHaveCount(3);
  await expect(count).toContainText('1 selected');
  await expect(selectAll(page)).not.toBeChecked();
  await selectAll(page).check();
  await expect(count).toContainText('3 selected');
  await select(page, 'alpha two').uncheck();
  expect(await selectAll(page).evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  await search.fill('');
  await expect(select(page, 'alpha one')).toBeChecked();
  await expect(select(page, 'alpha two')).not.toBeChecked();
  await expect(select(page, 'beta')).toBeChecked();
  const [id = ''] = (await rowOf(page, 'alpha one').getByRole('cell').allTextContents()).slice(-1);
  expect(id).not.toBe('');

  const dialog = page.getByRole('dialog', { name: 'Delete 2 tokens?' });
  const remove = list(page).getByRole('button', { name: tokenTexts.delete });
  await remove.click();
  await expect(dialog.getByRole('listitem')).toHaveText([/^beta/, /^alpha one/]);
  await expect(dialog.getByRole('button', { name: actionTexts.cancel })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  expect(await answerTo(keys.get('beta') ?? '')).toBe(200);

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete 2 tokens' }).click();
  await expect(page.getByRole('region', { name: uiTexts.messages })).toContainText('2 tokens deleted.');
  await expect(rowOf(page, 'beta')).toHaveCount(0);
  await expect(rowOf(page, 'alpha one')).toHaveCount(0);
  await expect(rowOf(page, 'alpha two')).toHaveCount(1);
  await expect(remove).toBeFocused();
  expect(await answerTo(keys.get('beta') ?? '')).toBe(401);
  expect(await answerTo(keys.get('alpha one') ?? '')).toBe(401);
  expect(await answerTo(keys.get('alpha two') ?? '')).toBe(200);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await search.fill('nothing has this name');
  await expect(page.getByRole('heading', { name: tokenTexts.noMatch })).toBeVisible();
  await page.getByRole('button', { name: tokenTexts.clearSearch }).click();
  await expect(rowOf(page, 'alpha two')).toBeVisible();
});

longTest(
  'a warning names tokens that another administrator deleted; nothing else is deleted',
  async ({ page, allow }) => {
    const hostile = '<img src=x onerror=alert(1)> & co';
    await token(hostile);
    await token('stays');
    await openTokens(page);
    await select(page, hostile).check();
    await select(page, 'stays').check();
    const listed = await academy.cli(['token', 'list', '--json', '--data', academy.dataFolder]);
    const rows = JSON.parse(listed.stdout) as { tokenId: string; name: string }[];
    const id = rows.find(({ name }) => name === hostile)?.tokenId ?? '';
    expect(await academy.cli(['token', 'revoke', '--id', id, '--data', academy.dataFolder])).toMatchObject({ code: 0 });

    allow(/status of 404/);
    await list(page).getByRole('button', { name: tokenTexts.delete }).click();
    await page.getByRole('button', { name: 'Delete 2 tokens' }).click();
    const warning = page.getByRole('dialog', { name: dialogTexts.warning });
    await expect(warning).toContainText('Nothing was deleted');
    await expect(warning.getByRole('listitem').filter({ hasText: hostile })).toHaveCount(1);
    await expect(warning.locator('img')).toHaveCount(0);
    await expectAccessible(page);
    await warning.getByRole('button', { name: dialogTexts.ok }).click();
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL(academy.url('spring', '/admin/tokens'));
    await expect(rowOf(page, 'stays')).toBeVisible();
    await expect(select(page, hostile)).toHaveCount(0);
  },
);

longTest('the screen of tokens fits every width and works on a phone', async ({ page }) => {
  await token('on the phone, with a name that is as long as names are when people mean well', 'content:write', 'tanzu');
  // The time of the last use is the longest text of a row.
  expect(await answerTo(await token('x'.repeat(80), 'content:write', 'tanzu'), 'tanzu')).toBe(200);
  await openTokens(page, 'tanzu');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await selectAll(page).check();
  await expect(list(page).getByRole('status')).toContainText('selected');
  // With the keyboard of the phone open, the dialog cannot show all names at once.
  await page.setViewportSize({ ...PHONE, height: 320 });
  await list(page).getByRole('button', { name: tokenTexts.delete }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
});
