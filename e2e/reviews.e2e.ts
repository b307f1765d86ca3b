import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { reviewTexts } from '@academy/web/screens/reviews/review-texts';
import type { Locator, Page } from '@playwright/test';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { watchShifts } from './support/shifts.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);
const DAY_MS = 86_400_000;
const WIDTHS = [320, 360, 700, 1024, 1440];
/** A knowledge check of each academy. */
const CHECKS: Readonly<Record<TenantName, { course: string; lesson: string }>> = {
  spring: { course: 'rest-apis-that-age-well', lesson: 'check-promises' },
  kube: { course: 'containers-from-first-principles', lesson: 'check-from-memory' },
  tanzu: { course: 'messages-and-queues', lesson: 'check-deliveries' },
};
const lessonOf = (tenant: TenantName) =>
  academy.url(tenant, `/courses/${CHECKS[tenant].course}/lessons/${CHECKS[tenant].lesson}`);

/** Results of these checks show their answers at once: so wrong ones come into the review before a check is passed. */
test.beforeAll(async () => {
  for (const tenant of TENANTS) {
    const { course } = CHECKS[tenant];
    const folder = join(import.meta.dirname, '../samples', tenant, 'courses', course);
    const paths = globSync('**/*.*', { cwd: folder });
    const files = paths.map((path): [string, string | Uint8Array] => {
      const bytes = readFileSync(join(folder, path));
      const text = bytes.toString().replace(/^passingGrade: 80$/m, 'passingGrade: 80\nshowAnswers: at-once');
      return [`${course}/${path}`, path.endsWith('.md') ? text : bytes];
    });
    await publish(academy, tenant, Object.fromEntries(files));
  }
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const question = (page: Page): Locator => page.locator('fieldset[data-question]');
const option = (page: Page, words: string): Locator => question(page).getByLabel(words);
const note = (page: Page): Locator => page.getByRole('region', { name: reviewTexts.dailyReview });
const verdict = (page: Page, words: string | RegExp): Locator => page.getByRole('heading', { level: 2, name: words });

/** Submits a check as a new learner, without answers except those that `choose` chooses. */
async function failCheck(page: Page, tenant: TenantName, choose?: () => Promise<unknown>): Promise<void> {
  const person = await academy.newPerson();
  await openAs(page, `${lessonOf(tenant)}/knowledge-check`, person);
  await submitCheck(page, choose);
}

async function submitCheck(page: Page, choose?: () => Promise<unknown>): Promise<void> {
  await button(page, /^(Start|Retake)$/)
    .first()
    .click();
  await expect(question(page).first()).toBeVisible();
  await choose?.();
  await button(page, /^Question \d+,/)
    .last()
    .click();
  await button(page, attemptTexts.submit).click();
  await button(page, attemptTexts.submitAnyway).click();
  await expect(verdict(page, /^Not passed yet:/)).toBeVisible();
}

/** Moves the browser's clock to tomorrow and opens home. */
async function nextDay(page: Page, tenant: TenantName): Promise<void> {
  await page.clock.install({ time: Date.now() + DAY_MS });
  await open(page, academy.url(tenant));
}

const loaded = (page: Page): Locator => page.getByRole('heading', { name: dashboardTexts.favorites, exact: true });

test('wrong and marked questions come back the next day, without changing progress', async ({ page }) => {
  await failCheck(page, 'kube', () => option(page, 'It starts an ordinary process').check());
  const again = (place: number) => button(page, attemptTexts.askAgain).nth(place);
  await expect(button(page, attemptTexts.askAgain)).toHaveCount(5);
  await expect(again(0)).toHaveAttribute('aria-pressed', 'false');
  await expect(again(1)).toHaveAttribute('aria-pressed', 'true');
  // Adds the first question, which was right, and removes two of the wrong ones.
  for (const place of [0, 3, 4]) {
    const marked = page.waitForResponse((response) => response.url().endsWith('/reviews/marks'));
    await again(place).click();
    expect((await marked).status()).toBe(200);
  }
  await expect(again(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(again(4)).toHaveAttribute('aria-pressed', 'false');
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByText('0 of 8 lessons')).toBeVisible();

  await open(page, academy.url('kube'));
  await expect(loaded(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await open(page, academy.url('kube', '/review'));
  await expect(page.getByText('The next questions come tomorrow.')).toBeVisible();

  await nextDay(page, 'kube');
  await expect(note(page)).toContainText('3 questions to review, about 2 minutes');
  await note(page).getByRole('link', { name: dashboardTexts.reviewNow }).click();
  await expect(heading(page, reviewTexts.dailyReview)).toBeVisible();
  await expect(page.getByText('1 of 3')).toBeVisible();
  // The questions come in any order: each is answered by its text.
  for (const place of [1, 2, 3]) {
    await expect(page.getByText(`${place} of 3`)).toBeVisible();
    const words = await question(page).getByRole('heading', { level: 2 }).innerText();
    if (words.startsWith('What happens in the kernel')) {
      await option(page, 'It copies the image').check();
      await button(page, reviewTexts.check).click();
      await expect(page.getByText(`Question ${place}: wrong`)).toBeFocused();
      await expect(page.getByText('"Container" is a word for the three together.')).toBeVisible();
      await expect(page.getByText('The question comes back tomorrow.')).toBeVisible();
      await expect(page.getByRole('link', { name: reviewTexts.toLesson })).toHaveAttribute(
        'href',
        new URL(lessonOf('kube')).pathname,
      );
    } else if (words.startsWith('Which of these are shared')) {
      await option(page, 'The kernel').check();
      await option(page, 'The clock of the machine').check();
      await button(page, reviewTexts.check).click();
      await expect(page.getByText(`Question ${place}: right`)).toBeFocused();
      await expect(page.getByText(/^The question comes back on \w+day\.$/)).toBeVisible();
    } else {
      await button(page, reviewTexts.unknown).click();
      await expect(page.getByText(`Question ${place}: not answered`)).toBeFocused();
      await button(page, reviewTexts.takeOut).click();
      await expect(page.getByText(reviewTexts.takenOut)).toBeVisible();
      await expect(button(page, reviewTexts.takeOut)).toHaveAttribute('aria-pressed', 'true');
    }
    await button(page, place === 3 ? reviewTexts.finish : reviewTexts.next).click();
  }
  await expect(verdict(page, 'Done for today: 1 of 3 right')).toBeFocused();
  await expect(page.getByText('The next questions come tomorrow.')).toBeVisible();
  const answers = page.getByRole('list', { name: reviewTexts.answers }).getByRole('listitem');
  await expect(answers).toHaveCount(3);
  await expect(answers.filter({ hasText: reviewTexts.takenOut })).toHaveCount(1);
  // The removed question is no longer in the review.
  await page.reload();
  await expect(verdict(page, 'Done for today: 1 of 2 right')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: reviewTexts.home }).click();
  await expect(loaded(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await open(page, `${lessonOf('kube')}/knowledge-check`);
  await expect(page.getByText('Your best result: 1 of 5 right.')).toBeVisible();
  await expect(outline.getByText('0 of 8 lessons')).toBeVisible();
});

longTest('a learner reviews on a phone, with the keyboard alone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const files = courseFiles('spring', { id: 'quick', title: 'Quick', outline: ['One'] });
  const lesson = 'quick/01-lesson-l1/lesson.json';
  await publish(academy, 'spring', {
    ...files,
    [lesson]: { ...(files[lesson] as object), type: 'knowledge-check' },
    'quick/01-lesson-l1/content.md': `~~~quizdown
---
passingGrade: 100
showAnswers: at-once
---

## Which one is right?

- [ ] The first
- [x] The second

## And which are even?

- [x] Two
- [x] Four
- [ ] Five
~~~
`,
  });
  await openAs(page, academy.url('spring', '/courses/quick/lessons/l1/knowledge-check'), await academy.newPerson());
  await submitCheck(page);
  await nextDay(page, 'spring');
  await expectNoSidewaysScroll(page, [320]);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await note(page).getByRole('link', { name: dashboardTexts.reviewNow }).focus();
  await press('Enter');
  await expect(heading(page, reviewTexts.dailyReview)).toBeFocused();
  for (const place of [1, 2]) {
    const title = question(page).getByRole('heading', { level: 2 });
    await expect(page.getByText(`${place} of 2`)).toBeVisible();
    // The first question follows the title of the page, the others have the focus.
    if (place > 1) await expect(title).toBeFocused();
    await press('Tab');
    await expect(question(page).locator('input').first()).toBeFocused();
    // Arrows choose a single option, Space chooses each of several.
    if ((await title.innerText()).startsWith('Which one')) await press('ArrowDown');
    else await press('Space', 'Tab', 'Space', 'Tab');
    await press('Enter');
    await expect(page.getByText(`Question ${place}: right`)).toBeFocused();
    const next = button(page, place === 2 ? reviewTexts.finish : reviewTexts.next);
    await press('Tab');
    await expect(next).toBeFocused();
    await press('Enter');
  }
  await expect(verdict(page, 'Done for today: 2 of 2 right')).toBeFocused();
  await expectNoSidewaysScroll(page, WIDTHS);
});

longTest('a learner switches the daily review off and on again', async ({ page }) => {
  await failCheck(page, 'tanzu');
  await nextDay(page, 'tanzu');
  await expect(note(page)).toBeVisible();
  await open(page, academy.url('tanzu', '/review'));
  await page.getByRole('link', { name: 'Turn the daily review off' }).click();
  const choice = page.getByRole('switch', { name: reviewTexts.dailyReview });
  await expect(choice).toBeChecked();
  await expectAccessibleToo(page);
  await choice.uncheck();
  await expect(choice).not.toBeChecked();
  await expect(page.getByRole('link', { name: accountTexts.openReview })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await open(page, academy.url('tanzu'));
  await expect(loaded(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await open(page, `${lessonOf('tanzu')}/knowledge-check`);
  await submitCheck(page);
  await expect(page.getByText('Question 1: not answered')).toBeVisible();
  await expect(button(page, attemptTexts.askAgain)).toHaveCount(0);
  await open(page, academy.url('tanzu', '/review'));
  await expect(verdict(page, reviewTexts.offTitle)).toBeVisible();
  await expectAccessible(page);
  await button(page, reviewTexts.switchOn).click();
  await expect(question(page)).toBeVisible();
});

longTest('an answer whose reply is lost can be resent, and counts once', async ({ page, allow }) => {
  allow(/net::ERR_CONNECTION_RESET/);
  await failCheck(page, 'kube');
  await nextDay(page, 'kube');
  await expect(note(page)).toContainText('5 questions to review, about 3 minutes');
  await note(page).getByRole('link', { name: dashboardTexts.reviewNow }).click();
  await button(page, reviewTexts.check).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose an answer first' })).toBeVisible();
  await question(page).locator('input').first().check();
  // The server saves the answer, and the browser does not get the response.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/reviews/answer', requestStage: 'Response' }] });
  devtools.once('Fetch.requestPaused', async ({ requestId }) => {
    await devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    await devtools.detach();
  });
  await button(page, reviewTexts.check).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your answer was not marked.' })).toBeVisible();
  // At the end of a page the header covers the first entries of the sidebar.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectAccessible(page);
  await button(page, reviewTexts.check).click();
  await expect(page.getByText(/^Question 1: (right|wrong)$/)).toBeFocused();
  await open(page, academy.url('kube'));
  await expect(note(page)).toContainText('4 questions to review, about 2 minutes');
});

longTest('home does not shift when the review loads', async ({ page }) => {
  await openAs(page, academy.url('kube', '/instructors'), await academy.newPerson());
  // The summary arrives after all other responses.
  const others = Promise.all(
    ['/courses/list', '/progress/overlay'].map((path) =>
      page.waitForResponse((response) => response.url().includes(path)).then((response) => response.finished()),
    ),
  );
  await page.route('**/reviews/summary?*', async (route) => {
    await others;
    const data = { enabled: true, due: 7, answered: 0, right: 0, nextAt: null };
    return route.fulfill({ json: { success: true, data, errors: [], correlationId: 'made', message: '' } });
  });
  const shifts = await watchShifts(page);
  await open(page, academy.url('kube'));
  await expect(note(page)).toContainText('7 questions to review, about 4 minutes');
  await expect(loaded(page)).toBeVisible();
  expect(await shifts()).toEqual([]);
});

for (const tenant of USUAL_TENANTS)
  longTest(`the review of ${tenant} is accessible and fits from 320 pixels up`, async ({ page }) => {
    const inOrder = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page, WIDTHS);
    };
    await failCheck(page, tenant);
    await expect(button(page, attemptTexts.askAgain).first()).toBeVisible();
    await inOrder();
    await open(page, academy.url(tenant, '/review'));
    await expect(verdict(page, reviewTexts.emptyTitle)).toBeVisible();
    await inOrder();
    await nextDay(page, tenant);
    await expect(note(page)).toBeVisible();
    await inOrder();
    await note(page).getByRole('link', { name: dashboardTexts.reviewNow }).click();
    await expect(question(page)).toBeVisible();
    await inOrder();
    await question(page).locator('input').first().check();
    await button(page, reviewTexts.check).click();
    await expect(page.getByRole('link', { name: reviewTexts.toLesson })).toBeVisible();
    await inOrder();
    while (await button(page, reviewTexts.next).isVisible()) {
      await button(page, reviewTexts.next).click();
      await button(page, reviewTexts.unknown).click();
      await expect(page.getByRole('link', { name: reviewTexts.toLesson })).toBeVisible();
    }
    await button(page, reviewTexts.finish).click();
    await expect(verdict(page, /^Done for today/)).toBeVisible();
    await inOrder();
  });
