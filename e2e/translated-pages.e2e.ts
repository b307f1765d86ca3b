import { searchTexts } from '@academy/web/features/search-palette/search-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { addressesOf, somethingOfEach } from './support/every-screen.ts';
import { openAs } from './support/sign-in.ts';
import { hydrated, nextLesson, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';
import { type Edit, editTexts } from './support/translator.ts';

const academy = useSharedAcademy('spring');
const COURSE = '/courses/write-your-first-course';
const CHECK = '/courses/rest-apis-that-age-well/lessons/check-promises/knowledge-check';
const FIRST = `${COURSE}/lessons/what-you-will-make`;
/** A word that nothing resembles. */
const NOWHERE = 'qxqxqxqxqx';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const broken = (page: Page) => page.getByText(shellTexts.fault);

async function takeLesson(page: Page): Promise<void> {
  const complete = button(page, lessonTexts.markComplete);
  const undo = button(page, lessonTexts.completedUndo);
  const message = page.getByRole('region', { name: uiTexts.messages });
  await complete.click();
  await expect(undo).toBeVisible();
  await expect(message).not.toBeEmpty();
  await undo.click();
  await expect(complete).toBeVisible();
  await complete.click();
  await expect(undo).toBeVisible();
  await nextLesson(page, 'Folders, Files and Order');
  await expect(complete).toBeVisible();
  await expect(page.getByRole('navigation', { name: lessonTexts.courseOutline })).toContainText('1 of 8 lessons');
}

async function takeCheck(page: Page): Promise<void> {
  const question = page.locator('fieldset[data-question]');
  await button(page, knowledgeCheckTexts.start).click();
  for (let number = 1; ; number += 1) {
    await expect(page.getByText(`Question ${number} ·`)).toBeVisible();
    await question.locator('input').last().check();
    await question.locator('input').first().check();
    const next = button(page, attemptTexts.next);
    if ((await next.count()) === 0) break;
    await next.click();
  }
  await button(page, attemptTexts.showAll).click();
  await button(page, attemptTexts.showOne).click();
  await button(page, attemptTexts.submit).click();
  await expect(page.getByRole('heading', { name: /(?:passed|finished).*right/i })).toBeVisible();
  await button(page, attemptTexts.retake).first().click();
  await expect(page.getByText('Question 1 ·')).toBeVisible();
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: searchTexts.searchAcademy });
  const options = page.getByRole('listbox', { name: searchTexts.results }).getByRole('option');
  for (const word of ['spring', 'lesson', 'course', NOWHERE]) {
    await field.fill(word);
    if (word === NOWHERE) await expect(options).toHaveCount(0);
    else await expect(options.first()).toContainText(new RegExp(word.slice(0, 2), 'i'));
  }
  await field.fill('course');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=course/);
  const box = page.getByRole('main').getByRole('searchbox');
  for (const word of ['lesson', NOWHERE, 'spring']) {
    await box.fill(word);
    await box.press('Enter');
    // The field is another one for another search.
    await expect(page).toHaveTitle(new RegExp(word));
    if (word === NOWHERE) await expect(page.getByRole('heading', { name: searchTexts.nothing })).toBeVisible();
  }
}

async function learn(page: Page, edit: Edit): Promise<void> {
  await editTexts(page, edit);
  await openAs(page, academy.url('spring', FIRST), await academy.newPerson());
  await takeLesson(page);
  await search(page);
  await page.goto(academy.url('spring', CHECK));
  await hydrated(page);
  await takeCheck(page);
  await expect(broken(page)).toHaveCount(0);
}

longTest('a learner goes all the way on pages that the browser translates', async ({ page }) => {
  await learn(page, 'wrap');
  expect(await page.locator('font').count(), 'translated texts').toBeGreaterThan(20);
});

longTest('a learner goes all the way on pages in which words are marked', async ({ page }) => {
  await learn(page, 'mark');
  expect(await page.locator('mark').count(), 'marked words').toBeGreaterThan(20);
});

/** Opens whatever a screen opens without changing records: menus, dialogs, folded parts, tabs; and types into its search. */
async function use(page: Page): Promise<void> {
  const openers = page.locator(
    ':is([aria-haspopup], [role=tab], [aria-expanded], summary, th button):visible:not(:disabled)',
  );
  const count = Math.min(await openers.count(), 12);
  for (let index = 0; index < count; index += 1) {
    const opener = openers.nth(index);
    if (!(await opener.isVisible())) continue;
    await opener.click({ timeout: 2_000 }).catch(() => undefined);
    await page.keyboard.press('Escape');
    await expect(broken(page)).toHaveCount(0);
  }
  const box = page.getByRole('main').getByRole('searchbox').first();
  if ((await box.count()) === 0) return;
  for (const word of ['a', 'zzzz', '']) await box.fill(word);
}

/** Leads from screen to screen in one document, each of which is translated before it goes. */
async function throughEveryScreen(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.evaluate((to) => history.pushState(null, '', to), address);
      await expect(page.locator('main').getByRole('heading').first()).toContainText(/^~/);
      await use(page);
      await expect(broken(page)).toHaveCount(0);
    });
  }
}

for (const [who, run, size] of [
  ['an administrator', longTest, null],
  ['an administrator with a phone', longTest, PHONE],
] as const)
  run(`${who} walks through every screen while it is translated`, async ({ page, allow }) => {
    test.setTimeout(600_000);
    allow(/status of 40\d/, /Signing in failed/);
    if (size !== null) await page.setViewportSize(size);
    await openAs(page, academy.url('spring'), academy.person('admin'));
    const ids = await somethingOfEach(page, academy);
    await editTexts(page, 'wrap');
    const leaving = /^\/(?:appLogout|login)/;
    await throughEveryScreen(
      page,
      addressesOf('spring', ids).filter((address) => !leaving.test(address)),
    );
  });

longTest('a visitor walks through the screens while they are translated', async ({ page, allow }) => {
  allow(/status of 404/);
  await open(page, academy.url('spring', '/courses'));
  await editTexts(page, 'wrap');
  await throughEveryScreen(page, ['/', '/courses', COURSE, FIRST, '/guides', '/paths', '/search?q=course', '/alerts']);
});

test('a page that was translated before it is hydrated works', async ({ page, allow }) => {
  // React logs it when it renders a page again.
  allow(/Minified React error #418/);
  await editTexts(page, 'wrap', 'parsed');
  await openAs(page, academy.url('spring', FIRST), await academy.newPerson());
  await takeLesson(page);
  await expect(broken(page)).toHaveCount(0);
});
