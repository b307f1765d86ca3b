import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { searchTexts } from '@academy/web/features/search-palette/search-texts';
import { courseListTexts } from '@academy/web/screens/courses/course-list-texts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const COURSE = 'Containers From First Principles';

test('a visitor searches with a typing error, by the keyboard alone', async ({ page, context }) => {
  await open(page, academy.url('kube', '/courses'));
  const field = page.getByRole('combobox', { name: searchTexts.searchAcademy });
  const list = page.getByRole('searchbox', { name: courseListTexts.search });
  await list.press('/');
  await expect(list).toHaveValue('/');
  await expect(field).toHaveCount(0);
  await list.press('Backspace');
  const link = page.getByRole('link', { name: COURSE });
  await link.focus();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expectAccessibleToo(page);
  await field.pressSequentially('contaners');
  await expect(page.getByText('Showing results for')).toBeVisible();
  const results = page.getByRole('listbox', { name: searchTexts.results });
  await expect(results.getByRole('option', { name: COURSE }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.fill('namespaces');
  await expect(results.getByRole('option').first()).toContainText('amespaces');
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const other = await opening;
  await expect(other).toHaveURL(/\/courses\//);
  await other.close();
  await expect(field).toHaveValue('namespaces');
  await field.fill('containers first principles');
  await expect(results.getByRole('option', { selected: true })).toContainText(COURSE);
  await page.keyboard.press('Enter');
  await expect(heading(page, COURSE)).toBeFocused();
  await expect(field).toBeHidden();
});

longTest('searches with a chosen result are remembered, repeated and forgotten', async ({ page }) => {
  await open(page, academy.url('kube', '/courses'));
  const field = page.getByRole('combobox', { name: searchTexts.searchAcademy });
  const results = page.getByRole('listbox', { name: searchTexts.results });
  for (const [text, found] of [
    ['namespaces', /amespaces/],
    ['containers first principles', COURSE],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await expect(results.getByRole('option', { selected: true })).toContainText(found);
    await page.keyboard.press('Enter');
    await expect(field).toBeHidden();
  }
  await page.keyboard.press('Meta+k');
  const recent = page.getByRole('listbox', { name: searchTexts.recent }).getByRole('option');
  await expect(recent).toHaveText(['containers first principles', 'namespaces']);
  await expectAccessibleToo(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(academy.url('kube', '/search?q=containers+first+principles'));
  for (const text of ['cluster', 'pods']) {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await expect(results.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(academy.url('kube', `/search?q=${text}`));
  }
  await page.keyboard.press('Control+k');
  const forget = page.getByRole('button', { name: 'Remove the search for namespaces' });
  await forget.focus();
  await page.keyboard.press('Enter');
  await expect(recent).toHaveText(['pods', 'cluster', 'containers first principles']);
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: searchTexts.forgetAll }).focus();
  await page.keyboard.press('Enter');
  await expect(recent).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('locked text is found only by people who may read it', async ({ page }) => {
  const hits = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Name Things Once' });
  await open(page, academy.url('spring', '/search?q=bookkeeper'));
  await expect(page.getByRole('heading', { name: searchTexts.nothing })).toBeVisible();
  await open(page, academy.url('spring', '/search?q=one+concept+name'));
  await expect(hits).toContainText(catalogueTexts.logIn);
  await expect(hits).toContainText('one concept has one name everywhere');
  await openAs(page, page.url(), academy.person('learner'));
  await expect(hits).toBeVisible();
  await expect(hits).not.toContainText(catalogueTexts.logIn);
  await open(page, academy.url('spring', '/search?q=bookkeeper'));
  await expect(hits).toContainText('bookkeeper will want to list them');
});

longTest('only the last search counts, and a failed one can be retried', async ({ page, allow }) => {
  allow(/Failed to load resource/, /ERR_FAILED/);
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/v1\/search\?q=rollout/, async (route) => {
    await held;
    // The page may have cancelled this request.
    await route.continue().catch(() => undefined);
  });
  await open(page, academy.url('kube', '/'));
  const opener = page.getByRole('link', { name: searchTexts.search, exact: true });
  await opener.click();
  const field = page.getByRole('combobox', { name: searchTexts.searchAcademy });
  const asked = page.waitForRequest(/search\?q=rollout/);
  await field.fill('rollout');
  await asked;
  await field.fill('namespaces');
  const first = page.getByRole('listbox', { name: searchTexts.results }).getByRole('option').first();
  await expect(first).toContainText('amespaces');
  release();
  await expect(first).toContainText('amespaces');

  await page.route(/\/api\/v1\/search\?q=probes/, (route) => route.abort());
  await field.fill('probes');
  await expect(page.getByRole('alert')).toContainText('The search did not work');
  await expect(field).toHaveValue('probes');
  await page.unroute(/\/api\/v1\/search\?q=probes/);
  await page.getByRole('button', { name: searchTexts.tryAgain }).click();
  await expect(first).toContainText(/probe/i);
  await page.getByRole('button', { name: searchTexts.close }).click();
  await expect(opener).toBeFocused();
});

test('the results page works without scripts', async ({ newDevice, allow }) => {
  // Without JavaScript the browser fetches no scripts, and logs a violation of its policy.
  allow(/^request failed: .*\.js csp$/);
  const page = await newDevice({ javaScriptEnabled: false });
  await page.goto(academy.url('kube', '/'));
  await page.getByRole('link', { name: searchTexts.search, exact: true }).click();
  await page.getByRole('searchbox', { name: searchTexts.searchAcademy }).fill('contaners');
  await page.getByRole('button', { name: searchTexts.search }).click();
  await expect(page).toHaveURL(academy.url('kube', '/search?q=contaners'));
  await expect(page.getByText('Showing results for')).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(/container/i);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await page.goto(academy.url('kube', '/search?q=cluster'));
  const kinds = page.getByRole('navigation', { name: searchTexts.kinds }).getByRole('link');
  const names = [
    searchTexts.course,
    searchTexts.guide,
    searchTexts.instructor,
    searchTexts.path,
    searchTexts.lesson,
    searchTexts.page,
  ];
  const found = page.getByRole('main').getByRole('heading', { level: 2 });
  expect((await found.allTextContents()).sort()).toEqual(names);
  expect((await kinds.allTextContents()).map((text) => text.replace(/\s*\d+$/, '')).sort()).toEqual([
    searchTexts.all,
    ...names,
  ]);
  await kinds.filter({ hasText: searchTexts.lesson }).click();
  await expect(page).toHaveURL(/kind=lesson/);
  await expect(found).toHaveText([searchTexts.lesson]);
});

longTest('the results page is accessible, fits small screens, and can be empty', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, academy.url('spring', '/search'));
  await page.getByRole('searchbox', { name: searchTexts.searchAcademy }).fill('api');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'result' })).toContainText('for “api”');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 360, 700, 1440]);
  await open(page, academy.url('spring', '/search?q=zzqxv'));
  await expect(page.getByRole('heading', { name: searchTexts.nothing })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: searchTexts.search, exact: true }).click();
  const field = page.getByRole('combobox', { name: searchTexts.searchAcademy });
  await field.fill('promise');
  await expect(page.getByRole('listbox', { name: searchTexts.results }).getByRole('option').first()).toBeVisible();
  const box = await page.getByRole('dialog', { name: searchTexts.search }).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, height: PHONE.height });
  expect(await field.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(16);
  await expectNoSidewaysScroll(page, [320, 390]);
});

longTest('a link beside an empty search leads on and closes the search', async ({ page }) => {
  await open(page, academy.url('spring'));
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: searchTexts.search });
  await search.getByRole('combobox').fill('qqxyzzyqq');
  await search.getByRole('link', { name: 'browse the courses' }).click();
  await expect(heading(page, 'COURSES')).toBeVisible();
  await expect(search).toBeHidden();
});
