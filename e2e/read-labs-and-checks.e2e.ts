import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labTexts } from '@academy/web/screens/labs/lab-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const WIDTHS = [320, 360, 700, 1024, 1440];
const GUIDE = '/guides/why-will-this-pod-not-start';
const LAB_LESSON = '/courses/rest-apis-that-age-well/lessons/lab-problem-details';
const CHECK_LESSON = '/courses/containers-from-first-principles/lessons/check-from-memory';

test('a visitor reads the pages of a lab and returns', async ({ page }) => {
  await open(page, academy.url('kube', GUIDE));
  await expect(page.getByText('What you will do')).toBeVisible();
  await page.getByRole('link', { name: labTexts.open }).click();
  await expect(heading(page, 'Three Places to Look')).toBeVisible();
  await expect(page).toHaveURL(academy.url('kube', `${GUIDE}/lab`));
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByText('Run in terminal 1').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);

  await page.getByRole('link', { name: /^Continue/ }).click();
  await expect(heading(page, 'Nobody Can Pull It')).toBeFocused();
  await expect(page).toHaveURL(academy.url('kube', `${GUIDE}/lab?page=02-nobody-can-pull-it`));
  await expect(page).toHaveTitle('Nobody Can Pull It - Lab: Why Will This Pod Not Start? - Kube Academy');
  await expectAccessibleToo(page);

  const pages = page.getByRole('navigation', { name: labTexts.pages });
  await expect(pages.getByRole('link', { name: 'Nobody Can Pull It' })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'Your Own Table' }).click();
  await expect(heading(page, 'Your Own Table')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Nobody Can Pull It')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Nobody Can Pull It')).toBeVisible();
  await page.getByRole('link', { name: labTexts.backToGuide }).click();
  await expect(heading(page, 'Lab: Why Will This Pod Not Start?')).toBeVisible();
});

longTest('on a phone the pages of a lab fold behind a button', async ({ newDevice }) => {
  const page = await newDevice({ viewport: { width: 390, height: 844 } });
  await open(page, academy.url('kube', `${GUIDE}/lab`));
  const pages = page.getByRole('navigation', { name: labTexts.pages });
  await expect(pages).toBeHidden();
  await page.getByRole('button', { name: 'Page 1 of 4' }).click();
  await pages.getByRole('link', { name: 'Killed, and Homeless' }).click();
  await expect(heading(page, 'Killed, and Homeless')).toBeVisible();
  await expect(pages).toBeHidden();
  await expectAccessible(page);
});

longTest('a command of a lab can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, academy.url('kube', `${GUIDE}/lab`));
  const command = await page.locator('.lab-action pre').first().innerText();
  await page.getByRole('button', { name: labWorkspaceTexts.copy }).first().click();
  await expect(page.getByRole('button', { name: labWorkspaceTexts.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
});

test('a locked lab opens after logging in', async ({ page }) => {
  await open(page, academy.url('spring', `${LAB_LESSON}/lab`));
  await expect(page.getByRole('region', { name: accessLockTexts.locked })).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, WIDTHS);
  await openAs(page, page.url(), academy.person('learner'));
  await expect(heading(page, 'Four Bad Answers')).toBeVisible();
  await expect(page.getByRole('region', { name: accessLockTexts.locked })).toHaveCount(0);
  await page.getByRole('link', { name: labTexts.backToLesson }).click();
  await expect(page.getByRole('link', { name: labTexts.open })).toBeVisible();
});

longTest('a page that a lab does not have is not found', async ({ page, allow }) => {
  allow(/404/);
  expect(await open(page, academy.url('kube', `${GUIDE}/lab?page=none`))).toBe(404);
  expect(
    await open(page, academy.url('kube', '/courses/containers-from-first-principles/lessons/namespaces/lab')),
  ).toBe(404);
});

test('a visitor reads the questions of a check with hints, without answers', async ({ page }) => {
  await open(page, academy.url('kube', CHECK_LESSON));
  await page.getByRole('link', { name: lessonTexts.openQuestions }).click();
  await expect(heading(page, 'Check: Explain It From Memory')).toBeFocused();
  await expect(page).toHaveURL(academy.url('kube', `${CHECK_LESSON}/knowledge-check`));
  await expect(page.getByRole('article')).toContainText('5 questions');
  await expect(page.getByRole('article')).toContainText('80 % needed to pass');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(5);
  await expect(page.getByRole('list', { name: 'Options of question 2' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByText('There is no system call of that name.')).toBeHidden();
  await page.getByText(knowledgeCheckTexts.hint).first().click();
  await expect(page.getByText('There is no system call of that name.')).toBeVisible();
  // What only the result may show is not even in the data of the page.
  const { text } = await academy.get('kube', `${CHECK_LESSON}/knowledge-check`);
  for (const secret of ['That would be a virtual machine', 'word for the three together', 'isCorrect'])
    expect(text).not.toContain(secret);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);
});

longTest('a check’s page stands in the outline, and its lesson links there', async ({ page }) => {
  await open(page, academy.url('kube', `${CHECK_LESSON}/knowledge-check`));
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByRole('link', { name: 'Check: Explain It From Memory' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('button', { name: lessonTexts.markComplete })).toHaveCount(0);
  await openAs(page, page.url(), await academy.newPerson());
  await page.getByRole('link', { name: lessonTexts.lesson, exact: true }).click();
  const foot = page.getByRole('navigation', { name: lessonTexts.lesson, exact: true });
  await expect(foot.getByRole('button', { name: lessonTexts.markComplete })).toHaveCount(0);
  await foot.getByRole('button', { name: lessonTexts.takeCheck }).click();
  await expect(page).toHaveURL(academy.url('kube', `${CHECK_LESSON}/knowledge-check`));
});

longTest('the questions of a locked lesson are locked until log-in', async ({ page }) => {
  const check = '/courses/messages-and-queues/lessons/check-deliveries/knowledge-check';
  await open(page, academy.url('tanzu', check));
  await expect(page.getByRole('region', { name: accessLockTexts.locked })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([catalogueTexts.logInTitle]);
  await expectAccessibleToo(page);
  await openAs(page, page.url(), academy.person('learner'));
  await expect(page.getByText('Question 1 ·')).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, WIDTHS);
});
