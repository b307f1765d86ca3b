import { progressTexts } from '@academy/web/overlay/progress-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { openAs } from './support/sign-in.ts';
import { completeLesson, heading, hydrated, nextLesson, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const COURSE = '/courses/write-your-first-course';
const FIRST = { slug: 'what-you-will-make', title: 'What You Will Make' };
const SECOND = { slug: 'folders-and-order', title: 'Folders, Files and Order' };
const DONE = '2 of 8 lessons';

const lessonUrl = ({ slug }: { slug: string }) => academy.url('spring', `${COURSE}/lessons/${slug}`);

test('a lesson marked complete before its code has loaded is complete', async ({ page }) => {
  await openAs(page, lessonUrl(FIRST), await academy.newPerson());
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { text: document } = await academy.get('spring', new URL(lessonUrl(FIRST)).pathname);
  // Files that the document does not name are loaded later.
  await page.route(academy.url('spring', '/assets/*.js'), async (route) => {
    if (!document.includes(new URL(route.request().url()).pathname)) await held;
    await route.continue();
  });
  await page.goto(lessonUrl(FIRST));
  const mark = page.getByRole('button', { name: lessonTexts.markComplete });
  await hydrated(page);
  await mark.click();
  release();
  await expect(page.getByText(progressTexts.lessonCompleted)).toBeVisible();
  await expect(page).toHaveURL(lessonUrl(FIRST));
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
});

longTest('an undone completion is gone from all counts', async ({ page }) => {
  const learner = await academy.newPerson();
  await openAs(page, lessonUrl(FIRST), learner);
  await completeLesson(page);
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByText('1 of 8 lessons')).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith('/progress/events'));
  await page.getByRole('button', { name: lessonTexts.completedUndo }).click();
  expect((await saved).status()).toBe(200);
  await expect(outline.getByText('0 of 8 lessons')).toBeVisible();
  await open(page, lessonUrl(FIRST));
  await expect(page.getByRole('button', { name: lessonTexts.markComplete })).toBeVisible();
  await expect(outline.getByText('0 of 8 lessons')).toBeVisible();
});

// Shows security#kept-input
test('a completion that failed offline is sent when the network is back', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  const learner = await academy.newPerson();
  await openAs(page, lessonUrl(FIRST), learner);
  await completeLesson(page);
  await nextLesson(page, SECOND.title);
  await context.setOffline(true);
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
  const sent = page.waitForResponse((response) => response.url().endsWith('/progress/events') && response.ok());
  await context.setOffline(false);
  await sent;
  await open(page, academy.url('spring', COURSE));
  await expect(page.getByText(DONE)).toBeVisible();
});

test('progress in one brand does not show in another', async ({ page }) => {
  const learner = await academy.newPerson();
  await openAs(page, lessonUrl(FIRST), learner);
  await completeLesson(page);
  await openAs(page, academy.url('kube'), learner);
  await expect(page.getByRole('heading', { name: 'No courses yet!' })).toBeVisible();
  await expect(page.getByText('Browse our catalog of courses and start learning today.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No favorites yet!' })).toBeVisible();
});

// Shows promises#failed-read
test('a failed read of the progress overwrites nothing', async ({ page, context, allow }) => {
  allow(/ERR_FAILED|\b500\b|server error 500/);
  const learner = await academy.newPerson();
  await openAs(page, lessonUrl(FIRST), learner);
  await completeLesson(page);
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  const done = page.getByRole('button', { name: lessonTexts.completedUndo });
  const read = /\/progress\/overlay/;
  for (const [name, reply] of [
    ['no answer', null],
    ['an error', { status: 500, json: { success: false, errors: [] } }],
    ['a page in its place', { status: 200, contentType: 'text/html', body: '<h1>Please log in to the hotel</h1>' }],
    ['an empty success', { status: 200, json: { success: true, data: null } }],
  ] as const)
    await test.step(name, async () => {
      await context.route(read, (route) => (reply === null ? route.abort() : route.fulfill(reply)));
      const asked = page.waitForRequest(read);
      await page.reload();
      await asked;
      await expect(heading(page, FIRST.title)).toBeVisible();
      await context.unroute(read);
      await page.reload();
      await expect(done).toBeVisible();
      await expect(outline.getByText('1 of 8 lessons')).toBeVisible();
    });
  // A new completion is added to the stored progress.
  await context.route(read, (route) => route.abort());
  await open(page, lessonUrl(SECOND));
  const acknowledged = page.waitForResponse((response) => response.url().endsWith('/lessons/mark-complete'));
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  expect((await acknowledged).status()).toBe(200);
  await expect(page.getByText(progressTexts.lessonCompleted)).toBeVisible();
  await context.unroute(read);
  await open(page, academy.url('spring', COURSE));
  await expect(page.getByText(DONE)).toBeVisible();
});
