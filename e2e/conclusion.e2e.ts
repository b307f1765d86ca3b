import { shareTexts } from '@academy/web/features/share/share-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import type { Page } from '@playwright/test';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { SAMPLES } from './support/samples.ts';
import { watchShifts } from './support/shifts.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  completeLesson,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  lessonIdsOf,
  open,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

/** A phrase of the brand's own conclusion, and topic and title of the sample course that is recommended next. */
const BRANDS: Readonly<Record<TenantName, { says: string; topic: string; next: string }>> = {
  spring: { says: 'what you learned here is yours to keep', topic: 'rest', next: 'REST APIs That Age Well' },
  kube: { says: 'that was the last lesson of this course', topic: 'linux', next: 'Containers From First Principles' },
  tanzu: { says: 'write down one thing that you will do differently', topic: 'slo', next: 'Platform Thinking' },
};

const next = (page: Page) => page.getByRole('region', { name: courseTexts.whatNext });

longTest('the conclusion congratulates a learner by name, in the brand’s words', async ({ page }) => {
  const learner = await academy.newPerson();
  for (const tenant of USUAL_TENANTS) {
    const { says, topic, next: title } = BRANDS[tenant];
    const fields = { topics: [topic] };
    await publish(
      academy,
      tenant,
      courseFiles(tenant, { id: 'short', title: 'A Short One', fields, outline: ['All'] }),
    );
    await open(page, academy.url(tenant, '/courses/short/conclusion'));
    await expect(heading(page, courseTexts.notYet)).toBeVisible();
    await expect(page.getByRole('link', { name: courseTexts.start })).toHaveAttribute(
      'href',
      '/courses/short/lessons/l1',
    );
    await openAs(page, academy.url(tenant, '/courses/short/lessons/l1'), learner);
    await completeLesson(page);
    await page.getByRole('link', { name: 'Finish: Conclusion' }).click();
    await expect(heading(page, 'Congratulations, Nora!')).toBeFocused();
    await expect(page).toHaveTitle(`Conclusion of A Short One - ${SAMPLES[tenant].name} Academy`);
    const main = page.getByRole('main');
    await expect(main).toContainText(says);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await expect(heading(page, 'Congratulations, Nora!')).toBeVisible();
      for (const [name, href] of [
        [courseTexts.browse, '/courses'],
        [courseTexts.learningPaths, '/paths'],
        [courseTexts.contact, '/contact'],
      ] as const) {
        await expect(main.getByRole('link', { name, exact: true })).toBeVisible();
        await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
        // The text of the brand contains the same links.
        await expect(main.locator(`.prose a[href="${href}"]`)).toBeVisible();
      }
      await expect(next(page).getByRole('link', { name: title })).toBeVisible();
    }
    await expectNoSidewaysScroll(page, [320, 390]);
    await page.setViewportSize(DESKTOP);
  }
});

longTest('the conclusion leads to the next course of the learning path', async ({ page, context }) => {
  const { course, learningPath } = SAMPLES.kube;
  const conclusion = academy.url('kube', `/courses/${course.slug}/conclusion`);
  await openAs(page, conclusion, await academy.newPerson());
  const ids = await lessonIdsOf(academy, 'kube', course.slug);
  const shifts = await watchShifts(page);
  await completeAtServer(page, ids.slice(1));
  await open(page, conclusion);
  await expect(heading(page, courseTexts.almostThere)).toBeVisible();
  await expect(page.getByText('1 lesson left before this course is complete.')).toBeVisible();
  await expect(page.getByRole('link', { name: courseTexts.continue })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shifts()).toEqual([]);

  await completeAtServer(page, ids.slice(0, 1));
  await open(page, conclusion);
  await expect(next(page)).toContainText(`The next course of ${learningPath.title}`);
  await expect(next(page).getByRole('link', { name: 'Kubernetes Health: Probes, Limits and Rollouts' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shifts()).toEqual([]);
  await page.setViewportSize(PHONE);
  await open(page, conclusion);
  await expect(next(page)).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 700, 1440]);
  await expectAccessible(page);

  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('kube') });
  await page.getByRole('button', { name: shareTexts.share, exact: true }).click();
  await page.getByRole('menuitem', { name: shareTexts.copy }).click();
  await expect(page.getByText(shareTexts.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    academy.url('kube', `/courses/${course.slug}`),
  );
  await next(page).getByRole('link', { name: learningPath.title }).click();
  await expect(heading(page, learningPath.title)).toBeVisible();
});
