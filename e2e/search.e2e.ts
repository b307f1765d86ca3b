import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const COURSE = 'Containers From First Principles';

test('somebody searches with the keyboard alone, misspelt, and opens what was meant', async ({ page }) => {
  await open(page, academy.url('kube', '/courses'));
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the academy' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.pressSequentially('contaners');
  await expect(page.getByText('Did you mean')).toBeVisible();
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('option', { name: COURSE }).first()).toBeVisible();
  await expectAccessible(page);
  await expect(results.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(results.getByRole('option', { name: 'See all results' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');

  await field.fill('containers first principles');
  await expect(results.getByRole('option').first()).toContainText(COURSE);
  await page.keyboard.press('Enter');
  await expect(heading(page, COURSE)).toBeFocused();
  await expect(field).toBeHidden();

  // The search is remembered, and can be forgotten.
  await page.keyboard.press('ControlOrMeta+k');
  const recent = page.getByRole('listbox', { name: 'Recent searches' });
  await expect(recent.getByRole('option')).toHaveText(['containers first principles']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Forget the search for containers first principles' }).click();
  await expect(recent.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('only the last question counts, and a failed one can be asked again', async ({ page, allow }) => {
  allow(/Failed to load resource/, /ERR_FAILED/);
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/v1\/search\?q=rollout/, async (route) => {
    await held;
    // The page may have given this question up.
    await route.continue().catch(() => undefined);
  });
  await open(page, academy.url('kube', '/'));
  const opener = page.getByRole('link', { name: 'Search', exact: true });
  await opener.click();
  const field = page.getByRole('combobox', { name: 'Search the academy' });
  const asked = page.waitForRequest(/search\?q=rollout/);
  await field.fill('rollout');
  await asked;
  await field.fill('namespaces');
  const first = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await expect(first).toContainText('amespaces');
  release();
  await expect(first).toContainText('amespaces');

  await page.route(/\/api\/v1\/search\?q=probes/, (route) => route.abort());
  await field.fill('probes');
  await expect(page.getByRole('alert')).toContainText('could not be asked');
  await expect(field).toHaveValue('probes');
  await page.unroute(/\/api\/v1\/search\?q=probes/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(first).toContainText(/probe/i);
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect(opener).toBeFocused();
});

test('the results page works without scripts: form, kinds, marks', async ({ newDevice }) => {
  const page = await newDevice({ javaScriptEnabled: false });
  await page.goto(academy.url('kube', '/'));
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search the academy' }).fill('contaners');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(academy.url('kube', '/search?q=contaners'));
  await expect(page.getByText('Did you mean')).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(/container/i);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await page
    .getByRole('navigation', { name: 'Kinds of results' })
    .getByRole('link', { name: /^Lessons/ })
    .click();
  await expect(page).toHaveURL(/kind=lesson/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lessons']);
});

test('the results page is accessible, fits small screens, and says when there is nothing', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, academy.url('spring', '/search'));
  await page.getByRole('searchbox', { name: 'Search the academy' }).fill('api');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'result' })).toContainText('for “api”');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 1440]);
  await open(page, academy.url('spring', '/search?q=zzqxv'));
  await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Search the academy' });
  await field.fill('promise');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
  const box = await page.getByRole('dialog', { name: 'Search' }).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, height: PHONE.height });
  expect(await field.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(16);
  await expectNoSidewaysScroll(page, [320, 390]);
});
