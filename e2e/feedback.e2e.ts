import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import type { Page } from '@playwright/test';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  open,
  profileMenu,
  signIn,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
// These tests send more feedback than the usual limit allows.
const { course, lesson } = SAMPLES.spring;
const lessonPath = `/courses/${course.slug}/lessons/${lesson.slug}`;

const form = (page: Page) => page.getByRole('dialog', { name: feedbackTexts.giveFeedback });
const thanks = (page: Page) => page.getByRole('dialog', { name: feedbackTexts.thankYou });
const comments = (page: Page) => form(page).getByRole('textbox', { name: feedbackTexts.comments });
const send = (page: Page) => form(page).getByRole('button', { name: feedbackTexts.send });
const inFooter = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback });
const inPage = (page: Page) => page.getByRole('main').getByRole('button', { name: feedbackTexts.giveFeedback });

/** Opens the form from the page. Its button is one of the last that are hydrated. */
async function openInPage(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await inPage(page).click();
}

/** The next feedback that is sent, with its idempotency key. */
async function sent(page: Page, act: () => Promise<void>): Promise<{ body: unknown; key: string | undefined }> {
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/feedback'));
  await act();
  const request = await asked;
  return { body: request.postDataJSON(), key: request.headers()['idempotency-key'] };
}

longTest('a visitor gives feedback from the footer, by the keyboard alone', async ({ page }) => {
  await open(page, academy.url('spring', '/courses?q=java'));
  await inFooter(page).focus();
  await page.keyboard.press('Enter');
  await expect(comments(page)).toBeFocused();
  await expect(form(page).getByRole('checkbox', { name: feedbackTexts.mayContact })).toHaveCount(0);
  await expectAccessible(page);

  await send(page).press('Enter');
  await expect(form(page).getByText('The comments field is required', { exact: true })).toBeVisible();
  await expect(comments(page)).toBeFocused();
  await expect(comments(page)).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('   The filters are good.  ');
  // The error disappears as soon as the field is filled.
  await expect(form(page).getByText('The comments field is required')).toHaveCount(0);
  await expect(comments(page)).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Tab');
  await expect(comments(page)).toHaveValue('The filters are good.');
  await page.keyboard.press('Space');
  const { body } = await sent(page, () => send(page).press('Enter'));
  expect(body).toEqual({
    tenantId: 'spring',
    feedbackableType: '',
    feedbackableId: null,
    courseId: null,
    schema: 'tenant-v1',
    comments: 'The filters are good.',
    isBug: true,
    allowContact: false,
    context: {
      userAgent: await page.evaluate(() => navigator.userAgent),
      url: academy.url('spring', '/courses'),
      route: '/courses',
    },
  });
  await expect(thanks(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(thanks(page)).toBeHidden();
  await expect(inFooter(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(comments(page)).toHaveValue('');
});

test('a learner gives feedback on a course, a lesson and the academy', async ({ page }) => {
  const learner = academy.person('learner');
  await openAs(page, academy.url('spring', `/courses/${course.slug}`), learner);
  for (const [path, type, schema] of [
    [`/courses/${course.slug}`, 'course', 'course-v1'],
    [lessonPath, 'lesson', 'lesson-v2'],
  ] as const) {
    await open(page, academy.url('spring', path));
    await inPage(page).click();
    await comments(page).fill('Clear and short.');
    await form(page).getByRole('checkbox', { name: feedbackTexts.mayContact }).check();
    const { body } = await sent(page, () => send(page).click());
    expect(body).toMatchObject({ feedbackableType: type, schema, allowContact: true, isBug: false });
    await thanks(page).getByRole('button', { name: feedbackTexts.noThanks }).click();
    await expect(thanks(page)).toBeHidden();
  }
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: feedbackTexts.giveFeedback }).click();
  await comments(page).fill('All is well.');
  const { body } = await sent(page, () => send(page).click());
  expect(body).toMatchObject({ feedbackableType: '', feedbackableId: null, schema: 'tenant-v1' });
  await expect(thanks(page)).toBeVisible();
});

longTest('feedback from a lab or conclusion belongs to its lesson or course', async ({ page }) => {
  await openAs(
    page,
    academy.url('spring', '/courses/rest-apis-that-age-well/lessons/lab-problem-details/lab'),
    academy.person('learner'),
  );
  await openInPage(page);
  await comments(page).fill('The lab is clear.');
  const ofLab = await sent(page, () => send(page).click());
  expect(ofLab.body).toMatchObject({
    feedbackableType: 'lesson',
    courseId: expect.stringMatching(/./),
    schema: 'lesson-v2',
    context: { route: '/courses/:slug/lessons/:lessonSlug/lab' },
  });
  await expect(thanks(page)).toBeVisible();
  await open(page, academy.url('spring', `/courses/${course.slug}/conclusion`));
  await openInPage(page);
  await comments(page).fill('The course is clear.');
  const ofCourse = await sent(page, () => send(page).click());
  expect(ofCourse.body).toMatchObject({ feedbackableType: 'course', schema: 'course-v1' });
  await expect(thanks(page)).toBeVisible();
});

longTest('a failure keeps the form’s input, and a retry repeats the request', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  await open(page, academy.url('spring', lessonPath));
  await inPage(page).click();
  await comments(page).fill('This is wrong.');
  await form(page).getByRole('checkbox', { name: feedbackTexts.isBroken }).check();
  await page.route('**/api/v1/feedback', (route) => route.fulfill({ status: 503, body: '' }));
  const first = await sent(page, () => send(page).click());
  await expect(form(page).getByRole('alert')).toContainText('Your feedback was not sent.');
  await expect(page.locator('section[aria-label="Messages"]')).toContainText('503');
  await expect(comments(page)).toHaveValue('This is wrong.');
  await page.unroute('**/api/v1/feedback');
  const again = await sent(page, () => send(page).click());
  expect(again).toEqual(first);
  await expect(thanks(page)).toBeVisible();
});

test('typed feedback survives closing, a reload and a log-in', async ({ page }) => {
  await open(page, academy.url('spring', lessonPath));
  await openInPage(page);
  await comments(page).fill('Half a thought');
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await inFooter(page).click();
  await expect(comments(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await open(page, academy.url('spring', lessonPath));
  await openInPage(page);
  await expect(comments(page)).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');
  await signIn(page, academy.person('learner'));
  await openInPage(page);
  await expect(comments(page)).toHaveValue('Half a thought');
});

longTest('the form fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, academy.url('tanzu', '/courses'));
  await inFooter(page).click();
  await expect(send(page)).toBeInViewport();
  // The body of a modal scrolls: it takes at most 55 % of the height.
  await page.setViewportSize({ width: 390, height: 500 });
  const body = page.getByRole('dialog').locator(':scope > div').nth(1);
  await expect.poll(async () => (await body.boundingBox())?.height).toBe(275);
  await expect(send(page)).toBeInViewport();
  await expectNoSidewaysScroll(page, [320, 390]);

  // Errors are in sight, too, where the keyboard of the phone takes half of the window.
  await page.setViewportSize({ width: 390, height: 400 });
  await send(page).click();
  await expect(form(page).getByText('The comments field is required')).toBeInViewport({ ratio: 1 });
});

const survey = (page: Page) => page.getByRole('dialog', { name: feedbackTexts.moreQuestions });
const star = (page: Page, name: string) => survey(page).getByRole('radio', { name, exact: true });
const sendAnswers = (page: Page) => survey(page).getByRole('button', { name: feedbackTexts.sendAnswers });

/** Sends the simple form and accepts the survey. */
async function toSurvey(page: Page): Promise<void> {
  await comments(page).fill('Clear and short.');
  await send(page).click();
  await thanks(page).getByRole('button', { name: feedbackTexts.sure }).click();
  await expect(survey(page)).toBeVisible();
}

longTest('a learner answers the survey by the keyboard alone', async ({ page }) => {
  await openAs(page, academy.url('spring', lessonPath), academy.person('learner'));
  await openInPage(page);
  await comments(page).fill('Clear and short.');
  await send(page).press('Enter');
  await expect(thanks(page).getByRole('button')).toHaveText([feedbackTexts.noThanks, feedbackTexts.sure]);
  await expect(thanks(page).getByRole('button', { name: feedbackTexts.sure })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(survey(page)).toBeVisible();
  await expect(thanks(page)).toBeHidden();
  await expectAccessibleToo(page);

  await sendAnswers(page).press('Enter');
  for (const text of [
    'The rating field is required when comments is not present.',
    'The comments field is required when rating is not present.',
    'The custom question answers field is required.',
    'The levels field is required.',
  ])
    await expect(survey(page).getByText(text, { exact: true })).toBeVisible();
  await expect(star(page, '1 star')).toBeFocused();
  await expectAccessible(page);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(star(page, '4 stars')).toBeFocused();
  await expect(survey(page).getByText(/^The (rating|comments) field is required/)).toHaveCount(0);
  await expect(survey(page).getByText('The levels field is required.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(star(page, '5 stars')).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(star(page, '4 stars')).toBeChecked();
  // Space clears a chosen star and chooses it again; a button beside the stars clears the rating as well.
  await page.keyboard.press('Space');
  await expect(star(page, '4 stars')).not.toBeChecked();
  await expect(survey(page).getByRole('status')).toHaveText('Rating removed');
  await expectAccessibleToo(page);
  await page.keyboard.press('Space');
  await expect(star(page, '4 stars')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(survey(page).getByRole('button', { name: 'Remove rating' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(survey(page).getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(star(page, '1 star')).toBeFocused();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(star(page, '4 stars')).toBeChecked();

  const own = survey(page).getByRole('group', { name: 'Which Spring project(s) do you want to learn more about?' });
  await own.getByRole('checkbox', { name: 'Spring Data' }).press('Space');
  await own.getByRole('checkbox', { name: feedbackTexts.other }).press('Space');
  await expect(own.getByRole('textbox', { name: feedbackTexts.whatElse })).toBeFocused();
  await page.keyboard.type('  Kafka ');
  await page.keyboard.press('Tab');
  await expect(own.getByRole('textbox', { name: feedbackTexts.whatElse })).toHaveValue('Kafka');
  const levels = survey(page).getByRole('group', { name: 'Which level of material are you most interested in?' });
  await levels.getByRole('checkbox', { name: catalogueTexts.advanced }).press('Space');
  await survey(page).getByRole('textbox', { name: feedbackTexts.moreComments }).fill('More labs, please.');
  await survey(page).getByRole('checkbox', { name: feedbackTexts.mayContact }).press('Space');
  const { body } = await sent(page, () => sendAnswers(page).press('Enter'));
  expect(body).toMatchObject({
    feedbackableType: 'lesson',
    schema: 'tenant-survey-v1',
    comments: '',
    rating: 4,
    feedback: {
      levels: ['advanced'],
      customQuestion: 'spring-projects',
      customQuestionAnswers: ['spring-data'],
      otherAnswer: 'Kafka',
    },
    moreCommentsVal: 'More labs, please.',
    allowContact: true,
    context: { route: '/courses/:slug/lessons/:lessonSlug' },
  });
  await expect(thanks(page).getByRole('button')).toHaveText([feedbackTexts.backToLearning]);
  await expectAccessibleToo(page);
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeHidden();
  await expect(inPage(page)).toBeFocused();
});

longTest('a survey survives a failure, a reload and a log-in', async ({ page, allow }) => {
  allow(/status of 503/, /server error 503/);
  await open(page, academy.url('tanzu', '/courses'));
  await inFooter(page).click();
  await page.route('**/api/v1/feedback/questions', (route) => route.fulfill({ status: 503, body: '' }));
  await comments(page).fill('Clear and short.');
  await send(page).click();
  await thanks(page).getByRole('button', { name: feedbackTexts.sure }).click();
  await expect(page.locator('section[aria-label="Messages"]')).toContainText('503');
  await expect(thanks(page)).toBeVisible();
  await page.unroute('**/api/v1/feedback/questions');
  await thanks(page).getByRole('button', { name: feedbackTexts.sure }).click();

  await expect(survey(page).getByRole('checkbox', { name: feedbackTexts.mayContact })).toHaveCount(0);
  await star(page, '2 stars').check();
  await survey(page).getByRole('checkbox', { name: 'Observability' }).check();
  await survey(page).getByRole('checkbox', { name: catalogueTexts.beginner }).check();
  await page.route('**/api/v1/feedback', (route) => route.fulfill({ status: 503, body: '' }));
  const first = await sent(page, () => sendAnswers(page).click());
  await expect(survey(page).getByRole('alert')).toContainText('Your answers were not sent.');
  await expect(star(page, '2 stars')).toBeChecked();
  await page.unroute('**/api/v1/feedback');

  await openAs(page, academy.url('tanzu', '/courses'), academy.person('learner'));
  await inFooter(page).click();
  await form(page).getByRole('button', { name: feedbackTexts.continueSurvey }).click();
  await expect(star(page, '2 stars')).toBeChecked();
  await expect(survey(page).getByRole('checkbox', { name: 'Observability' })).toBeChecked();
  const again = await sent(page, () => sendAnswers(page).click());
  expect(again).toEqual(first);
  await thanks(page).getByRole('button', { name: feedbackTexts.backToLearning }).click();
  await inFooter(page).click();
  await expect(form(page).getByRole('button', { name: feedbackTexts.continueSurvey })).toHaveCount(0);
});

longTest('stars are set by mouse and touch; kube has no own question', async ({ page, newDevice }) => {
  await open(page, academy.url('kube', '/courses'));
  await inFooter(page).click();
  await toSurvey(page);
  await expect(survey(page).getByRole('group')).toHaveCount(1);
  const lit = () =>
    survey(page)
      .locator('label:has(input[type=radio]) svg')
      .evaluateAll((stars) => stars.filter((one) => getComputedStyle(one).fill !== 'none').length);
  await expect.poll(lit).toBe(0);
  await star(page, '3 stars').hover();
  await expect.poll(lit).toBe(3);
  await star(page, '3 stars').click();
  await star(page, '5 stars').hover();
  await expect.poll(lit).toBe(5);
  await sendAnswers(page).hover();
  await expect.poll(lit).toBe(3);
  // Clicking the same star again clears the rating.
  await star(page, '3 stars').click();
  await expect(star(page, '3 stars')).not.toBeChecked();
  await expect(survey(page).getByRole('status')).toHaveText('Rating removed');
  await sendAnswers(page).click();
  await expect(survey(page).getByText('The rating field is required when comments is not present.')).toBeVisible();
  await star(page, '2 stars').click();
  await expect(star(page, '2 stars')).toBeChecked();
  await expect(survey(page).getByRole('status')).toBeEmpty();

  const phone = await newDevice({ viewport: PHONE, hasTouch: true, isMobile: true });
  await open(phone, academy.url('kube', '/courses'));
  await inFooter(phone).tap();
  await toSurvey(phone);
  await star(phone, '5 stars').tap();
  await expect(star(phone, '5 stars')).toBeChecked();
  await star(phone, '5 stars').tap();
  await expect(star(phone, '5 stars')).not.toBeChecked();
  await star(phone, '5 stars').tap();
  await survey(phone).getByRole('checkbox', { name: catalogueTexts.beginner }).tap();
  const { body } = await sent(phone, () => sendAnswers(phone).tap());
  expect(body).toMatchObject({
    rating: 5,
    feedback: { customQuestion: '', customQuestionAnswers: [], otherAnswer: '' },
  });
  await expect(thanks(phone).getByRole('button', { name: feedbackTexts.backToLearning })).toBeInViewport();
});
