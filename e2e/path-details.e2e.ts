import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { learningPathTexts } from '@academy/web/screens/learning-paths/learning-path-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { TENANTS } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  lessonIdsOf,
  open,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube', 'tanzu');

test('a learning path shows steps of every kind, with their courses’ progress', async ({ page }) => {
  await publish(academy, 'kube', {
    ...courseFiles('kube', { id: 'one', title: 'Step One', outline: ['First', 'Second'] }),
    ...courseFiles('kube', { id: 'two', title: 'Step Two', outline: ['Third', 'Fourth'] }),
    ...courseFiles('kube', { id: 'none', title: 'Still Empty', outline: [] }),
    'made/path.json': {
      id: 'kube-made',
      slug: 'made',
      title: 'A Path of Every Kind',
      status: 'live',
      steps: [
        { type: 'course', id: 'kube-one' },
        { type: 'course', id: 'tanzu-next-door' },
        { type: 'course', id: 'kube-not-written-yet' },
        { type: 'course', id: 'kube-none' },
        { type: 'course', id: 'kube-two' },
        { type: 'test', id: 'kube-night-shift-drill' },
      ],
    },
    'made/description.md': 'All kinds of steps.',
  });
  await publish(academy, 'tanzu', courseFiles('tanzu', { id: 'next-door', title: 'Next Door', outline: ['All'] }));
  const url = academy.url('kube', '/paths/made');
  const steps = page.getByRole('region', { name: learningPathTexts.steps }).getByRole('listitem');
  const facts = page.getByRole('main').getByText('4 courses and 1 exam');
  await open(page, url);
  await expect(facts).toBeVisible();
  await expect(steps).toHaveCount(6);
  await expect(steps.nth(1).getByRole('link')).toHaveAttribute('href', academy.url('tanzu', '/courses/next-door'));
  await expect(steps.nth(1)).toContainText(`Course of ${academy.adminName('tanzu')}; your progress is kept there`);
  await expect(steps.nth(2)).toContainText(learningPathTexts.missing);
  await expect(steps.nth(2).getByRole('link')).toHaveCount(0);
  await expect(steps.nth(3)).toContainText('0 lessons');
  await expect(steps.nth(5)).toContainText(learningPathTexts.examElsewhere);
  const go = page.getByRole('main').getByRole('link', { name: /path$/ });
  await expect(go).toHaveText(learningPathTexts.start);
  await expect(go).toHaveAttribute('href', '/courses/one/lessons/l1');
  await steps.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(academy.url('tanzu', '/courses/next-door'));
  await expect(heading(page, 'Next Door')).toBeVisible();

  await openAs(page, academy.url('kube', '/courses/one/lessons/l1'), await academy.newPerson());
  for (const [lesson, percent, way] of [
    ['one/lessons/l1', 25, '/courses/one/lessons/l2'],
    ['one/lessons/l2', 50, '/courses/two/lessons/l1'],
  ] as const) {
    await open(page, academy.url('kube', `/courses/${lesson}`));
    await completeLesson(page);
    await open(page, url);
    await expect(page.getByRole('main').getByRole('img', { name: `${percent} percent` })).toBeVisible();
    await expect(page.getByRole('link', { name: learningPathTexts.continue })).toHaveAttribute('href', way);
  }
  await expect(steps.nth(0)).toContainText(learningPathTexts.completed);
  await expect(steps.nth(4)).toHaveAttribute('aria-current', 'step');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 390, 700, 1440]);

  await completeAtServer(page, await lessonIdsOf(academy, 'kube', 'two'));
  await open(page, url);
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: '100 percent' })).toBeVisible();
  await expect(main.getByRole('link', { name: learningPathTexts.again })).toHaveAttribute(
    'href',
    '/courses/one/lessons/l1',
  );
  for (const step of [0, 4]) {
    await expect(steps.nth(step)).toContainText('2 of 2 lessons');
    await expect(steps.nth(step)).toContainText(learningPathTexts.completed);
  }
  await expect(steps.and(page.locator('[aria-current]'))).toHaveCount(0);
  await expectNoSidewaysScroll(page, [320, 390]);
  await page.setViewportSize(DESKTOP);
  await steps.nth(4).getByRole('link').click();
  await expect(heading(page, 'Step Two')).toBeVisible();
  await expect(main.getByText(learningPathTexts.completed, { exact: true })).toBeVisible();
  await main.getByRole('link', { name: courseTexts.seeConclusion }).click();
  await expect(heading(page, 'Congratulations, Nora!')).toBeVisible();
});

const EXAM = `~~~quizdown
---
passingGrade: 100
---

## Which one is right?

- [ ] The first
- [x] The second
~~~
`;

test('an exam of a path is taken here as a knowledge check', async ({ page }) => {
  const files = courseFiles('kube', {
    id: 'exam',
    title: 'Exam',
    fields: { status: 'unlisted' },
    outline: ['Questions'],
  });
  const lesson = 'exam/01-lesson-l1/lesson.json';
  await publish(academy, 'kube', {
    ...files,
    [lesson]: { ...(files[lesson] as object), type: 'knowledge-check' },
    'exam/01-lesson-l1/content.md': EXAM,
    'final/test.json': {
      ...{
        id: 'kube-final',
        slug: 'final',
        title: 'The Final Exam',
        status: 'live',
        settings: { course: 'kube-exam' },
      },
    },
    'short/path.json': {
      ...{ id: 'kube-short', slug: 'short', title: 'A Path to an Exam', status: 'live' },
      steps: [{ type: 'test', id: 'kube-final' }],
    },
  });
  const url = academy.url('kube', '/paths/short');
  await open(page, url);
  const step = page.getByRole('region', { name: learningPathTexts.steps }).getByRole('listitem').first();
  await expect(step).toContainText(learningPathTexts.examHere);
  await openAs(page, page.url(), await academy.newPerson());
  await step.getByRole('link', { name: 'The Final Exam' }).click();
  await page.getByRole('main').getByRole('link', { name: courseTexts.start }).click();
  await page.getByRole('button', { name: lessonTexts.takeCheck }).click();
  await page.getByRole('button', { name: knowledgeCheckTexts.start, exact: true }).click();
  await page.getByRole('radio', { name: 'The second' }).check();
  await page.getByRole('button', { name: attemptTexts.submit }).click();
  await expect(page.getByText('Passed: 1 of 1 right')).toBeVisible();
  await open(page, url);
  await expect(step).toContainText(learningPathTexts.examPassed);
  await expectAccessibleToo(page);
});

longTest('the landing route of learning paths leads to each brand’s paths', async ({ page }) => {
  for (const tenant of TENANTS) {
    await open(page, academy.url(tenant, '/learning-path'));
    await expect(page).toHaveURL(academy.url(tenant, '/paths'));
    await expect(heading(page, 'LEARNING PATHS')).toBeVisible();
  }
});
