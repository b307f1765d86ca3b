import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { completeLesson, expectAccessibleToo, heading, open, stored } from './support/steps.ts';
import { DESKTOP, expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const COURSE = '/courses/write-your-first-course';
const LESSON = { slug: 'folders-and-order', title: 'Folders, Files and Order' };
const courseUrl = () => academy.url('spring', COURSE);
const lessonUrl = () => academy.url('spring', `${COURSE}/lessons/${LESSON.slug}`);
const continueLink = (page: Page) => page.getByRole('link', { name: courseTexts.continue });
const place = (page: Page) => page.getByRole('heading', { level: 2, name: 'The text files' });
const placesOf = async (page: Page) =>
  Object.keys(await stored(page)).filter((key) => key.startsWith('reading-place:'));

/** Reads on to a heading in the middle of the lesson. */
async function readOn(page: Page): Promise<void> {
  // Scrolling is followed a moment after hydration.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await place(page).evaluate((element) => element.scrollIntoView());
    await expect.poll(() => placesOf(page), { timeout: 1_000 }).toHaveLength(1);
  }).toPass();
}

async function expectAtPlace(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${lessonUrl()}#c-the-text-files`);
  await expect(place(page)).toBeFocused();
  // Below the header, at the top of what is seen.
  const top = () => place(page).evaluate((element) => element.getBoundingClientRect().top / innerHeight);
  await expect.poll(top).toBeGreaterThan(0);
  await expect.poll(top).toBeLessThan(0.3);
}

// Shows promises#where-left-reading
test('Continue opens a lesson where it was left, other links open its beginning', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, lessonUrl(), await academy.newPerson());
  await readOn(page);
  await test.step('on the course, also again and in another size of the window', async () => {
    for (const viewport of [{ width: 360, height: 740 }, DESKTOP]) {
      await page.setViewportSize(viewport);
      await open(page, courseUrl());
      await continueLink(page).click();
      await expectAtPlace(page);
    }
    await expectAccessibleToo(page);
  });
  await test.step('on home', async () => {
    await open(page, academy.url('spring'));
    await page
      .getByRole('region', { name: dashboardTexts.resumeTitle })
      .getByRole('link', { name: dashboardTexts.resume })
      .click();
    await expectAtPlace(page);
  });
  await test.step('by the contents of the course', async () => {
    await open(page, courseUrl());
    await page.getByRole('main').getByRole('link', { name: LESSON.title }).click();
    await expect(page).toHaveURL(lessonUrl());
    await expect(heading(page, LESSON.title)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

longTest('a lesson that was completed is continued at its beginning', async ({ page }) => {
  await openAs(page, lessonUrl(), await academy.newPerson());
  await readOn(page);
  await completeLesson(page);
  await expect.poll(() => placesOf(page)).toEqual([]);
  const undone = page.waitForResponse((response) => response.url().endsWith('/progress/events'));
  await page.getByRole('button', { name: lessonTexts.completedUndo }).click();
  expect((await undone).status()).toBe(200);
  await open(page, courseUrl());
  await continueLink(page).click();
  await expect(heading(page, LESSON.title)).toBeFocused();
  await expect(page).toHaveURL(lessonUrl());
});
