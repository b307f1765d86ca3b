import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import type { Page } from '@playwright/test';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');
const REACH = '2 of 3 lessons are free, 1 needs Pro';
const PRO_LINK = 'Ask about Pro membership';

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
}

test('a free learner does what is free and finds the way to membership', async ({ page }) => {
  const files = courseFiles('spring', { id: 'mixed', title: 'Mixed', outline: ['One', 'Two', 'Three'] });
  const second = 'mixed/02-lesson-l2/lesson.json';
  await publish(academy, 'spring', { ...files, [second]: { ...(files[second] as object), entitlements: ['pro'] } });
  const course = academy.url('spring', '/courses/mixed');
  const main = page.getByRole('main');

  await open(page, academy.url('spring', '/courses'));
  await expect(page.getByRole('article').filter({ hasText: 'Mixed' })).toContainText(REACH);
  await open(page, course);
  await expect(main.getByText(REACH)).toBeVisible();

  await openAs(page, course, await academy.newPerson());
  await main.getByRole('link', { name: courseTexts.start }).click();
  await expect(heading(page, 'One')).toBeVisible();
  await complete(page);
  await open(page, course);
  await main.getByRole('link', { name: courseTexts.continue }).click();
  await expect(heading(page, 'Three')).toBeVisible();
  await complete(page);

  // The spec's numbers stay: two of three lessons, 67 percent, not completed.
  await open(page, course);
  await expect(main.getByRole('img', { name: '67 percent' })).toBeVisible();
  await expect(main.getByRole('link', { name: PRO_LINK })).toHaveAttribute('href', '/contact');
  await expect(main.getByRole('link', { name: courseTexts.continue })).toHaveCount(0);
  await expectAccessibleToo(page);

  await open(page, `${course}/lessons/l2`);
  const lock = page.getByRole('region', { name: accessLockTexts.locked });
  await expect(lock.getByRole('link', { name: PRO_LINK })).toBeVisible();
  await expectAccessibleToo(page);
  await open(page, `${course}/conclusion`);
  await expect(main.getByText(/You completed every lesson that is free/)).toBeVisible();
  await expect(main.getByRole('link', { name: PRO_LINK })).toBeVisible();
  await expectAccessible(page);
});

longTest('a Pro member is told nothing about membership', async ({ page }) => {
  await openAs(page, academy.url('spring', '/courses/rest-apis-that-age-well'), academy.person('pro'));
  await expect(page.getByRole('link', { name: courseTexts.start })).toBeVisible();
  await expect(page.getByText(/need Pro/)).toHaveCount(1);
  await expect(page.getByText(/need Pro/)).toBeHidden();
});
