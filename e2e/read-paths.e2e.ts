import { learningPathTexts } from '@academy/web/screens/learning-paths/learning-path-texts';
import { USUAL_TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { completeLesson, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

for (const tenant of USUAL_TENANTS) {
  const { learningPath, name } = SAMPLES[tenant];
  test(`a learning path of ${name} Academy leads to its courses and exam`, async ({ page }) => {
    await open(page, academy.url(tenant, '/paths'));
    await expectAccessibleToo(page);
    await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);
    await page.getByRole('link', { name: learningPath.title }).click();
    await expect(heading(page, learningPath.title)).toBeFocused();
    await expect(page).toHaveTitle(`${learningPath.title} - ${name} Academy`);

    const steps = page.getByRole('region', { name: learningPathTexts.steps }).getByRole('listitem');
    await expect(steps).toHaveCount(3);
    await expect(steps.last()).toContainText('Exam');
    await expect(steps.last().getByRole('link')).toHaveCount(0);
    await expectAccessibleToo(page);
    await expectNoSidewaysScroll(page, [320, 360, 700, 1024, 1440]);

    const first = steps.first().getByRole('link');
    const title = await first.innerText();
    await first.click();
    await expect(heading(page, title)).toBeVisible();
  });
}

// Shows promises#paths-count
test('progress in a course counts in the learning path', async ({ page }) => {
  const { learningPath, course, lesson } = SAMPLES.kube;
  await openAs(page, academy.url('kube', `/courses/${course.slug}/lessons/${lesson.slug}`), await academy.newPerson());
  await completeLesson(page);
  await open(page, academy.url('kube', `/paths/${learningPath.slug}`));
  const steps = page.getByRole('region', { name: learningPathTexts.steps }).getByRole('listitem');
  await expect(steps.filter({ hasText: course.title })).toContainText('1 of 8 lessons');
  await expect(page.getByRole('link', { name: learningPathTexts.continue })).toHaveAttribute(
    'href',
    new RegExp(`^/courses/${course.slug}/lessons/`),
  );
  await expect(
    page
      .getByRole('main')
      .getByText(/of \d+ lessons$/)
      .first(),
  ).toBeVisible();
  await expectAccessibleToo(page);
  await page.getByRole('main').getByRole('link', { name: learningPathTexts.learningPaths }).click();
  await expect(heading(page, 'LEARNING PATHS')).toBeVisible();
  await expect(page.getByRole('img', { name: '7 percent' })).toBeVisible();
});

longTest('a learning path that does not exist is not found', async ({ page, allow }) => {
  allow(/404/);
  expect(await open(page, academy.url('spring', '/paths/no-such-path'))).toBe(404);
});
