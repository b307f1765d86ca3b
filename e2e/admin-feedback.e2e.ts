import { readFile } from 'node:fs/promises';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  open,
} from './support/steps.ts';
import { expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');
const { course, lesson } = SAMPLES.spring;

const table = (page: Page) => page.getByRole('table', { name: feedbackListTexts.feedback, exact: true });
const rows = (page: Page) => table(page).getByRole('row');
const count = (page: Page) =>
  page.getByRole('region', { name: feedbackListTexts.feedback, exact: true }).getByRole('status').first();
const search = (page: Page) => page.getByRole('searchbox', { name: feedbackListTexts.search });
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** Sends feedback about the sample lesson, as its page would. */
async function say(page: Page, word: string): Promise<void> {
  const said = await page.evaluate(
    async ({ tenantid, slugs, word }) => {
      const headers = { tenantid, 'content-type': 'application/json' };
      const read = async (path: string) => (await (await fetch(`/api/v1${path}`, { headers })).json()).data;
      const { lessonId, courseId } = await read(`/lessons/details/${slugs[0]}/${slugs[1]}`);
      const context = { userAgent: navigator.userAgent, url: location.origin, route: '/' };
      const about = { feedbackableType: 'lesson', feedbackableId: lessonId, courseId, context };
      const bearer = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
      const send = async (body: object, as = {}) =>
        (
          await fetch('/api/v1/feedback', {
            method: 'POST',
            headers: { ...headers, ...as },
            body: JSON.stringify(body),
          })
        ).status;
      const simple = { ...about, schema: 'lesson-v2', comments: `The button does nothing (${word})`, isBug: true };
      const feedback = {
        levels: ['advanced'],
        customQuestion: 'spring-projects',
        customQuestionAnswers: ['spring-data'],
        otherAnswer: 'Kafka',
      };
      const survey = { ...about, schema: 'tenant-survey-v1', comments: '', isBug: false, rating: 4, feedback };
      return [
        await send({ ...simple, allowContact: false }),
        await send({ ...survey, moreCommentsVal: `More labs (${word})`, allowContact: true }, bearer),
      ];
    },
    { tenantid: academy.tenantId('spring'), slugs: [course.slug, lesson.slug], word },
  );
  expect(said).toEqual([200, 200]);
}

/** Opens the list as an administrator, after two pieces of feedback that contain the given word. */
async function openFeedback(page: Page, word: string): Promise<void> {
  await openAs(page, academy.url('spring'), academy.person('admin'));
  await expectSignedIn(page, academy.person('admin'));
  await say(page, word);
  await open(page, academy.url('spring', '/admin'));
  await page.getByRole('main').getByRole('link', { name: feedbackListTexts.feedback, exact: true }).click();
  await expect(heading(page, feedbackListTexts.feedback)).toBeVisible();
  const found = page.waitForResponse((response) => response.url().includes(`/admin/feedback?q=${word}`));
  await search(page).fill(word);
  await found;
  await expect(count(page)).toHaveText('2 pieces of feedback');
  // Rows of the previous search are pale while new ones are loading.
  await expect(table(page)).toHaveCSS('opacity', '1');
}

longTest('an administrator finds feedback, opens it and sees who may be contacted', async ({ page }) => {
  const admin = academy.person('admin');
  await openFeedback(page, 'wordone');
  await expect(rows(page).nth(1)).toContainText('4 of 5 stars');
  await expect(rows(page).nth(1)).toContainText(`${admin.firstName} ${admin.lastName}`);
  await expect(rows(page).nth(2)).toContainText(feedbackListTexts.visitor);
  await expect(rows(page).nth(2)).toContainText(feedbackListTexts.problem);
  await expectAccessibleToo(page);

  await page.getByRole('button', { name: new RegExp(`^Details of ${lesson.title}, ${admin.firstName}`) }).click();
  await expect(page.getByRole('blockquote')).toHaveText('More labs (wordone)');
  await expect(page.getByText('Spring Data, Kafka')).toBeVisible();
  await expect(page.getByRole('link', { name: admin.email })).toHaveAttribute('href', `mailto:${admin.email}`);
  await expectAccessible(page);

  await filter(page, feedbackListTexts.problems).selectOption('Problems only');
  await expect(count(page)).toHaveText('1 piece of feedback');
  await expect(page).toHaveURL(/bug=true/);
  await page.reload();
  await expect(count(page)).toHaveText('1 piece of feedback');
  await expect(rows(page).nth(1)).toContainText('The button does nothing');
  await filter(page, feedbackListTexts.rating).selectOption('5 stars');
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await page.getByRole('button', { name: tableTexts.clearFilters }).click();
  await expect(count(page)).toHaveText('2 pieces of feedback');
});

longTest('a lesson’s ratings are drawn and counted, and lead to its comments', async ({ page }) => {
  await openFeedback(page, 'wordtwo');
  const rating = page
    .getByRole('region', { name: feedbackListTexts.ratings })
    .getByRole('row')
    .filter({ hasText: lesson.title });
  await expect(rating).toContainText(/★ 4\.0/);
  await expect(rating.getByRole('img')).toHaveAccessibleName(
    /^0 with 1 star, 0 with 2 stars, 0 with 3 stars, \d+ with 4 stars, 0 with 5 stars$/,
  );
  await rating.getByRole('button', { name: lesson.title }).press('Enter');
  await expect(page).toHaveURL(/lesson=/);
  await expect(count(page)).toHaveText('2 pieces of feedback');
});

longTest('feedback is downloaded as the search shows it', async ({ page }) => {
  await openFeedback(page, 'wordthree');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: feedbackListTexts.download }).click();
  const text = await readFile(await (await started).path(), 'utf8');
  expect(text).toContain('More labs (wordthree)');
  expect(text).not.toContain('wordone');
});

longTest('the list of feedback fits every width and works on a phone', async ({ page }) => {
  await openFeedback(page, 'wordfour');
  await expectNoSidewaysScroll(page, [320, 360, 700, 701, 1024, 1440]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /^Details of .*A visitor/ }).click();
  await expect(page.getByRole('blockquote')).toBeVisible();
  await expectAccessible(page);
});
