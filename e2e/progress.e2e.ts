import { progressTexts } from '@academy/web/overlay/progress-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  lessonIdsOf,
  nextLesson,
  open,
  showAgain,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const COURSE = '/courses/write-your-first-course';
const lessonUrl = (slug: string) => academy.url('spring', `${COURSE}/lessons/${slug}`);
const FIRST = 'what-you-will-make';

const toasts = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const completed = (page: Page) => page.getByRole('button', { name: lessonTexts.completedUndo });
const markComplete = (page: Page) => page.getByRole('button', { name: lessonTexts.markComplete });
const outline = (page: Page) => page.getByRole('navigation', { name: lessonTexts.courseOutline });
const saving = (page: Page) =>
  page.getByRole('navigation', { name: lessonTexts.lesson, exact: true }).getByRole('status');

/** Opens the first lesson as a new learner. */
async function aLearner(page: Page) {
  const person = await academy.newPerson();
  await openAs(page, lessonUrl(FIRST), person);
  return person;
}

// Shows promises#undo
test('a learner undoes a completion in its message, by the keyboard alone', async ({ page }) => {
  await aLearner(page);
  // Keyboard shortcuts are hydrated a moment after the text.
  await expect(async () => {
    await page.keyboard.press('m');
    await expect(toasts(page)).toContainText(progressTexts.lessonCompleted, { timeout: 500 });
  }).toPass();
  // A message whose button has the focus stays.
  const undo = toasts(page).getByRole('button', { name: progressTexts.undo });
  await undo.focus();
  await expect(completed(page)).toBeVisible();
  await expect(outline(page).getByText('1 of 8 lessons')).toBeVisible();
  await expectAccessibleToo(page);
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(markComplete(page)).toBeVisible();
  await expect(saving(page)).toHaveText(lessonTexts.saved);
  await page.reload();
  await expect(markComplete(page)).toBeVisible();
  await expect(outline(page).getByText('1 of 8 lessons')).toHaveCount(0);
});

test('progress made in another tab or device shows by itself', async ({ page, context, newDevice }) => {
  const person = await aLearner(page);
  const tab = await context.newPage();
  await open(tab, lessonUrl(FIRST));
  const phone = await newDevice({ viewport: PHONE });
  await openAs(phone, academy.url('spring', COURSE), person);
  await expect(phone.getByRole('link', { name: courseTexts.continue })).toBeVisible();

  await completeLesson(page);
  await expect(completed(tab)).toBeVisible();
  await expect(phone.getByText('1 of 8 lessons')).toBeVisible();

  await nextLesson(page, 'Folders, Files and Order');
  await completeLesson(page);
  await showAgain(phone);
  await expect(outline(tab).getByText('2 of 8 lessons')).toBeVisible();
  await expect(phone.getByText('2 of 8 lessons')).toBeVisible();

  await tab.getByRole('button', { name: lessonTexts.completedUndo }).click();
  await expect(outline(page).getByText('1 of 8 lessons')).toBeVisible();
  await showAgain(phone);
  await expect(phone.getByText('1 of 8 lessons')).toBeVisible();
});

// Shows promises#saved-when-confirmed
test('the page says whether progress is saved, after the server has confirmed', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  await aLearner(page);
  await completeLesson(page);
  await expect(saving(page)).toHaveText(lessonTexts.saved);
  await expect(saving(page)).toBeEmpty();

  await context.setOffline(true);
  await completed(page).click();
  // The message with the Undo button is gone.
  await expect(toasts(page)).toBeEmpty();
  await expect(markComplete(page)).toBeVisible();
  await expect(saving(page)).toHaveText(lessonTexts.waiting);
  await context.setOffline(false);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(saving(page)).toHaveText(lessonTexts.saved, { timeout: 500 });
  }).toPass();

  // A slow server.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/lessons/mark-complete', async (route) => {
    await asked;
    await route.continue();
  });
  await markComplete(page).click();
  await expect(saving(page)).toHaveText(lessonTexts.saving);
  answer();
  await expect(saving(page)).toHaveText(lessonTexts.saved);
});

longTest('a course is restarted after a question, on every screen and device', async ({ page, newDevice }) => {
  const person = await aLearner(page);
  await completeAtServer(page, await lessonIdsOf(academy, 'spring', 'write-your-first-course'));
  const phone = await newDevice({ viewport: PHONE });
  await openAs(phone, academy.url('spring', `${COURSE}/conclusion`), person);
  await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText(courseTexts.onYourWay);

  await open(page, academy.url('spring', COURSE));
  const about = page.getByRole('complementary', { name: courseTexts.more });
  const restart = about.getByRole('button', { name: courseTexts.restart });
  await restart.click();
  const question = page.getByRole('dialog', { name: courseTexts.restartTitle });
  await expect(question).toContainText('8 lessons');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(restart).toBeFocused();
  await expect(page.getByRole('link', { name: courseTexts.seeConclusion })).toBeVisible();

  await restart.press('Enter');
  await question.getByRole('button', { name: courseTexts.restart }).press('Enter');
  await expect(toasts(page)).toContainText(courseTexts.restarted);
  await expect(page.getByRole('link', { name: courseTexts.start })).toBeVisible();
  await expect(restart).toHaveCount(0);
  await showAgain(phone);
  await expect(phone.getByText('8 lessons left before this course is complete.')).toBeVisible();
  await open(page, academy.url('spring', '/courses'));
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: 'Write Your First Course' })
      .getByRole('img', { name: /of 8 lessons/ }),
  ).toHaveCount(0);
});
