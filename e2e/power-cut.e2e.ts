import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import type { Page } from '@playwright/test';
import { ALL, type Person } from './support/academy.ts';
import { giveFeedback } from './support/feedback.ts';
import { openAs } from './support/sign-in.ts';
import { startSmtp } from './support/smtp.ts';
import { completeLesson, heading, nextLesson, open, signOut } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const COURSE = '/courses/write-your-first-course';
const FIRST = { slug: 'what-you-will-make', title: 'What You Will Make' };
const SECOND = { slug: 'folders-and-order', title: 'Folders, Files and Order' };
const THIRD = { slug: 'the-json-files', title: 'The JSON Files' };
const DONE = '2 of 8 lessons';

const lessonUrl = ({ slug }: { slug: string }) => academy.url('spring', `${COURSE}/lessons/${slug}`);

/** Expects the same two lessons to be complete on home, and with `all` on every screen, in all counts. */
async function expectTwoCompleted(page: Page, extent: 'home' | 'all'): Promise<void> {
  await test.step('on home', async () => {
    await open(page, academy.url('spring'));
    const resume = page.getByRole('region', { name: dashboardTexts.resumeTitle });
    await expect(resume).toContainText(DONE);
    await expect(resume.getByRole('progressbar')).toHaveAttribute('value', '25');
    await expect(resume.getByRole('heading', { name: THIRD.title })).toBeVisible();
    const mine = page.getByRole('list', { name: dashboardTexts.inProgressList });
    await expect(mine.getByRole('listitem').filter({ hasText: 'Write Your First Course' })).toHaveCount(1);
    await expect(mine.getByRole('img', { name: DONE })).toBeVisible();
  });
  if (extent === 'home') return;
  await test.step('in the list of courses', async () => {
    await open(page, academy.url('spring', '/courses'));
    const card = page.getByRole('article').filter({ hasText: 'Write Your First Course' });
    await expect(card.getByRole('img', { name: DONE })).toBeVisible();
  });
  await test.step('on the course', async () => {
    await open(page, academy.url('spring', COURSE));
    await expect(page.getByText(DONE)).toBeVisible();
    await expect(page.getByRole('img', { name: '25 percent' })).toBeVisible();
    const contents = page.getByRole('region', { name: courseTexts.contents });
    await expect(contents.getByRole('img', { name: lessonTexts.completed, exact: true })).toHaveCount(2);
    for (const { title } of [FIRST, SECOND]) {
      const entry = contents.getByRole('listitem').filter({ hasText: title });
      await expect(entry.getByRole('img', { name: lessonTexts.completed })).toBeVisible();
    }
    await expect(contents.getByRole('img', { name: '1 of 2 completed' })).toBeVisible();
    await expect(page.getByRole('link', { name: courseTexts.continue })).toHaveAttribute(
      'href',
      `${COURSE}/lessons/${THIRD.slug}`,
    );
  });
  await test.step('on the lessons', async () => {
    for (const lesson of [FIRST, SECOND]) {
      await open(page, lessonUrl(lesson));
      await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
      const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
      await expect(outline.getByText(DONE)).toBeVisible();
    }
    const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
    await expect(outline.getByText('1 of 2 completed')).toBeVisible();
    await open(page, lessonUrl(THIRD));
    await expect(page.getByRole('button', { name: lessonTexts.markComplete })).toBeVisible();
  });
  await test.step('on the conclusion', async () => {
    await open(page, academy.url('spring', `${COURSE}/conclusion`));
    await expect(heading(page, courseTexts.onYourWay)).toBeVisible();
    await expect(page.getByText('6 lessons left before this course is complete.')).toBeVisible();
  });
}

// Shows promises#kept-everywhere
test('after a power cut lessons stay complete, and accepted feedback is mailed once', async ({ page, newDevice }) => {
  const learner: Person = academy.person('learner');
  await openAs(page, lessonUrl(FIRST), learner);
  await expect(page).toHaveURL(lessonUrl(FIRST));
  await completeLesson(page);
  await nextLesson(page, SECOND.title);
  await completeLesson(page);
  // The third is opened, so that it is the one to resume.
  await nextLesson(page, THIRD.title);
  await test.step('on this device', () => expectTwoCompleted(page, 'home'));

  await signOut(page, learner);
  await expect(heading(page, 'Learn Spring by building things that run')).toBeVisible();
  await open(page, academy.url('spring', COURSE));
  await expect(page.getByRole('link', { name: courseTexts.start })).toBeVisible();
  await expect(page.getByText(DONE)).toHaveCount(0);

  const other = await newDevice();
  await openAs(other, academy.url('spring'), learner);
  await test.step('on another device', () => expectTwoCompleted(other, 'all'));

  // Without a mail server the accepted mail waits in the outbox.
  await giveFeedback(academy, 'Accepted before the end');
  await other.waitForLoadState('networkidle');
  await academy.kill();
  const smtp = await startSmtp();
  try {
    academy.env = { ACADEMY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ACADEMY_MAIL_FROM: 'academy@example.org' };
    await academy.start();
    await test.step('after a power cut', () => expectTwoCompleted(other, 'home'));
    // Mail about log-ins from a new device is sent as well.
    const mailed = () => smtp.received.filter(({ source }) => source.includes('Accepted'));
    await expect.poll(() => mailed().length, { timeout: 20_000 }).toBe(1);
    // A later mail proves that the outbox was read again.
    await giveFeedback(academy, 'Accepted after the start');
    await expect.poll(() => mailed().length, { timeout: 20_000 }).toBe(2);
    expect(mailed()[0]?.source).toContain('Accepted before the end');
    expect(mailed()[1]?.source).toContain('Accepted after the start');
    expect(mailed()[0]?.to).toEqual([academy.person('admin').email]);
    if (!ALL) return;

    await other.waitForLoadState('networkidle');
    await academy.stop();
    await academy.start();
    await test.step('after a restart', () => expectTwoCompleted(other, 'home'));
  } finally {
    await smtp.close();
  }
});
