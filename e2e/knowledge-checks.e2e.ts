import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { markedQuestionTexts } from '@academy/web/screens/lessons/marked-question-texts';
import type { Locator, Page } from '@playwright/test';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  open,
  signInAgain,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube');
const WIDTHS = [320, 360, 700, 1024, 1440];
const LESSON = '/courses/containers-from-first-principles/lessons/check-from-memory';
const check = () => academy.url('kube', `${LESSON}/knowledge-check`);

/** The right answers, by question. */
const RIGHT: readonly (readonly string[])[] = [
  ['It starts an ordinary process'],
  ['The kernel', 'The clock of the machine'],
  ['It is made to wait'],
  ['The shorter one'],
  ['The program was started through a shell', 'The program runs as process 1'],
];

const questions = (page: Page): Locator => page.locator('fieldset[data-question]');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const option = (page: Page, words: string): Locator => questions(page).getByLabel(words);
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const verdict = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words });

async function start(page: Page, name = knowledgeCheckTexts.start): Promise<void> {
  await button(page, name).click();
  await expect(questions(page).first()).toBeVisible();
}

/** Answers all questions, one after the other. */
async function answer(page: Page, answers = RIGHT): Promise<void> {
  for (const [index, words] of answers.entries()) {
    await button(page, new RegExp(`^Question ${index + 1},`)).click();
    for (const one of words) await option(page, one).check();
  }
  await expect(saved(page)).toBeVisible();
}

/** Signs a new person in and opens the check. */
async function learner(page: Page) {
  const person = await academy.newPerson();
  await openAs(page, check(), person);
  await expect(page.getByText(knowledgeCheckTexts.savedAtOnce)).toBeVisible();
  return person;
}

// Shows promises#keyboard-options
test('a learner takes a check with the keyboard alone', async ({ page }) => {
  await learner(page);
  await button(page, knowledgeCheckTexts.start).focus();
  await page.keyboard.press('Enter');
  for (const [index, words] of RIGHT.entries()) {
    // The chosen question has the focus; its options come next.
    const question = questions(page).getByRole('heading', { level: 2 });
    await expect(question).toBeFocused();
    await expect(page.getByText(`Question ${index + 1} ·`)).toBeVisible();
    await page.keyboard.press('Tab');
    const isSingle = words.length === 1;
    const count = await questions(page).locator('input').count();
    for (let place = 0; place < count; place += 1) {
      const box = questions(page).locator('input').nth(place);
      const name = await box.ariaSnapshot();
      const isRight = words.some((one) => name.includes(one));
      await expect(box).toBeFocused();
      if (isRight) await page.keyboard.press('Space');
      if (isRight && isSingle) break;
      if (place < count - 1) await page.keyboard.press(isSingle ? 'ArrowDown' : 'Tab');
    }
    await expect(questions(page).locator('input:checked')).toHaveCount(words.length);
    const forward = button(page, index === RIGHT.length - 1 ? attemptTexts.submit : attemptTexts.next);
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await forward.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(forward).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(verdict(page, 'Passed: 5 of 5 right')).toBeFocused();
  await expect(page.getByText('You could teach this now.')).toBeVisible();
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByText('1 of 8 lessons')).toBeVisible();
  await page.getByRole('link', { name: lessonTexts.lesson, exact: true }).click();
  const foot = page.getByRole('navigation', { name: lessonTexts.lesson, exact: true });
  const completed = foot.getByRole('button', { name: lessonTexts.completedUndo });
  await completed.click();
  // A passed check need not be passed again.
  await foot.getByRole('button', { name: lessonTexts.takeCheck }).click();
  await page.getByText('Your attempts (1)').click();
  await button(page, /^Review the attempt/).click();
  await button(page, attemptTexts.markComplete).first().click();
  await expect(outline.getByText('1 of 8 lessons')).toBeVisible();
  await page.getByRole('link', { name: lessonTexts.lesson, exact: true }).click();
  await expect(completed).toBeVisible();
});

longTest('every state of a check is accessible and fits from 320 pixels', async ({ page }) => {
  await open(page, check());
  const inOrder = async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, WIDTHS);
  };
  await start(page);
  await inOrder();
  await questions(page).getByText(knowledgeCheckTexts.hint).click();
  await option(page, 'It copies the image').check();
  await expect(saved(page)).toBeVisible();
  await button(page, attemptTexts.showAll).click();
  await expect(questions(page)).toHaveCount(5);
  await inOrder();
  await button(page, attemptTexts.submit).click();
  const dialog = page.getByRole('dialog', { name: attemptTexts.submitTitle });
  await expect(dialog).toContainText('4 questions have no answer.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Answer question 2' }).click();
  await expect(questions(page).nth(1).getByRole('heading', { level: 2 })).toBeFocused();
  await button(page, attemptTexts.submit).click();
  await dialog.getByRole('button', { name: attemptTexts.submitAnyway }).click();
  await expect(verdict(page, 'Not passed yet: 0 of 5 right')).toBeFocused();
  await expect(page.getByText('Question 1: wrong')).toBeVisible();
  await expect(page.getByText('Question 2: not answered')).toBeVisible();
  await expect(page.getByText(attemptTexts.answersLater)).toBeVisible();
  await expect(page.getByText(markedQuestionTexts.rightAnswer)).toHaveCount(0);
  await expect(page.getByText('"Container" is a word for the three together.')).toHaveCount(0);
  await inOrder();
  // The choice between one question and all questions is kept.
  await button(page, knowledgeCheckTexts.retake).first().click();
  await expect(questions(page)).toHaveCount(5);
});

// Shows promises#best-result
test('after failing, a learner retakes a check, and the best result stays', async ({ page }) => {
  await learner(page);
  await start(page);
  await answer(page, [...RIGHT.slice(0, 3), ['The longer one'], ['The image is too large']]);
  await button(page, attemptTexts.submit).click();
  await expect(verdict(page, 'Not passed yet: 3 of 5 right')).toBeVisible();
  await button(page, knowledgeCheckTexts.retake).first().click();
  await answer(page);
  await button(page, attemptTexts.submit).click();
  await expect(verdict(page, 'Passed: 5 of 5 right')).toBeVisible();
  await button(page, knowledgeCheckTexts.retake).first().click();
  await button(page, /^Question 5,/).click();
  await button(page, attemptTexts.submit).click();
  await button(page, attemptTexts.submitAnyway).click();
  await expect(verdict(page, 'Not passed yet: 0 of 5 right')).toBeVisible();
  await button(page, attemptTexts.back).first().click();
  await expect(page.getByText('Your best result: 5 of 5 right, passed.')).toBeVisible();
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByText('1 of 8 lessons')).toBeVisible();
  await page.getByText('Your attempts (3)').click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);
  await button(page, /^Review the attempt/)
    .last()
    .click();
  await expect(verdict(page, 'Not passed yet: 3 of 5 right')).toBeVisible();
});

// Shows promises#saved-answers
test('chosen answers are there after a reload, in another tab and device', async ({
  page,
  context,
  newDevice,
  allow,
}) => {
  allow(/409/);
  const person = await learner(page);
  await start(page);
  await option(page, 'It starts an ordinary process').check();
  await button(page, attemptTexts.next).click();
  await option(page, 'The kernel').check();
  await option(page, 'The host name').check();
  await option(page, 'The host name').uncheck();
  await expect(saved(page)).toBeVisible();

  await page.reload();
  await start(page, knowledgeCheckTexts.continue);
  await expect(page.getByText('2 of 5 answered')).toBeVisible();

  const tab = await context.newPage();
  await open(tab, check());
  await start(tab, knowledgeCheckTexts.continue);
  await expect(tab.getByText('2 of 5 answered')).toBeVisible();

  const other = await newDevice({ viewport: PHONE });
  await openAs(other, check(), person);
  await start(other, knowledgeCheckTexts.continue);
  await button(other, /^Question 2,/).click();
  await expect(option(other, 'The kernel')).toBeChecked();
  await expect(option(other, 'The host name')).not.toBeChecked();
  await answer(other);
  await button(other, attemptTexts.submit).click();
  await expect(verdict(other, 'Passed: 5 of 5 right')).toBeVisible();

  // The attempt is still open in this tab: the first choice that comes too late shows the result.
  await button(page, /^Question 3,/).click();
  // Not `check`, which waits for a checked option: the result replaces the options.
  await option(page, 'It is killed').click();
  await expect(verdict(page, 'Passed: 5 of 5 right')).toBeVisible();
  await expect(page.getByText(attemptTexts.endedElsewhere)).toBeVisible();
  await expect(other.getByText(attemptTexts.endedElsewhere)).toHaveCount(0);
});

// Shows promises#saved-when-confirmed
test('choices wait for the network, and the page says so', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  await learner(page);
  await start(page);
  await option(page, 'It is').or(option(page, 'It copies the image')).first().check();
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await option(page, 'It starts an ordinary process').check();
  await expect(page.getByText(attemptTexts.waiting)).toBeVisible();
  await button(page, attemptTexts.next).click();
  await option(page, 'The kernel').check();
  await expect(saved(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await start(page, knowledgeCheckTexts.continue);
  await expect(page.getByText('2 of 5 answered')).toBeVisible();
  await button(page, /^Question 1,/).click();
  await expect(option(page, 'It starts an ordinary process')).toBeChecked();
});

// Shows promises#answers-wait
test('a session that ends during an attempt loses no answers', async ({ page, allow }) => {
  allow(/40[01]/);
  const person = await learner(page);
  await start(page);
  await option(page, 'It starts an ordinary process').check();
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('refreshToken', 'ended');
    localStorage.setItem('expiresAt', '1');
  });
  await button(page, attemptTexts.next).click();
  await option(page, 'The kernel').check();
  await option(page, 'The clock of the machine').check();
  await expect(page.getByText(attemptTexts['log-in'])).toBeVisible();
  await expectAccessibleToo(page);
  await page.addInitScript(() => {
    // Unsent answers are sent after the server has returned the attempt, before the page has read that response.
    const { fetch } = window;
    const read = Promise.withResolvers<void>();
    const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('unsent-answers'));
    window.fetch = async (input, init) => {
      const { url, method } = new Request(input, init);
      if (method === 'PUT' && url.includes('/knowledge-check/attempts/')) await read.promise;
      const reply = await fetch(input, init);
      if (method === 'POST' && url.endsWith('/knowledge-check/attempts')) {
        read.resolve();
        while (isKept()) await new Promise(requestAnimationFrame);
      }
      return reply;
    };
  });
  await signInAgain(page, person);
  await start(page, knowledgeCheckTexts.continue);
  await expect(page.getByText('2 of 5 answered')).toBeVisible();
  await button(page, /^Question 2,/).click();
  await expect(option(page, 'The clock of the machine')).toBeChecked();
});

test('a visitor’s attempt moves to the account at the log-in', async ({ page, newDevice }) => {
  const person = await academy.newPerson();
  await open(page, check());
  await expect(page.getByText('Log in to keep your result.')).toBeVisible();
  await start(page);
  await option(page, 'It starts an ordinary process').check();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await start(page, knowledgeCheckTexts.continue);
  await answer(page);
  await button(page, attemptTexts.submit).click();
  await expect(verdict(page, 'Passed: 5 of 5 right')).toBeVisible();
  await expect(button(page, attemptTexts.logInToKeep)).toBeVisible();
  // On any page of the academy.
  const moved = page.waitForResponse((response) => response.url().includes('/knowledge-check/attempts/'));
  await openAs(page, academy.url('kube'), person);
  expect((await moved).status()).toBe(200);
  await open(page, check());
  await expect(page.getByText('Your best result: 5 of 5 right, passed.')).toBeVisible();
  const outline = page.getByRole('navigation', { name: lessonTexts.courseOutline });
  await expect(outline.getByText('1 of 8 lessons')).toBeVisible();

  const other = await newDevice();
  await open(other, check());
  await expect(button(other, knowledgeCheckTexts.start)).toBeVisible();
  await openAs(other, check(), person);
  await expect(other.getByText('Your best result: 5 of 5 right, passed.')).toBeVisible();
});

longTest('two tabs that submit at once get the same result', async ({ page, context }) => {
  await learner(page);
  await start(page);
  await answer(page);
  const tab = await context.newPage();
  await open(tab, check());
  await start(tab, knowledgeCheckTexts.continue);
  await button(tab, /^Question 5,/).click();
  await Promise.all([button(page, attemptTexts.submit).click(), button(tab, attemptTexts.submit).click()]);
  for (const one of [page, tab]) await expect(verdict(one, 'Passed: 5 of 5 right')).toBeVisible();
  await open(page, check());
  await expect(page.getByText('Your attempts (1)')).toBeVisible();
});

// Shows promises#no-early-answers, security#right-answers
test('no page, reply, feed or log reveals right answers before marking', async ({ page }) => {
  const received: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/submit') || !/json|html/.test(response.headers()['content-type'] ?? '')) return;
    received.push(await response.text().catch(() => ''));
  });
  await learner(page);
  await start(page);
  await option(page, 'It copies the image').check();
  await expect(saved(page)).toBeVisible();
  await open(page, academy.url('kube', '/search?q=virtual+machine'));
  await expect(heading(page, /./)).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const path of ['/feed.xml', '/sitemap.xml', '/api/v1/search?q=virtual+machine'])
    received.push(String((await academy.get('kube', path)).body));
  received.push(academy.output);
  const secrets =
    /isCorrect|"correct"|That would be a virtual machine|word for the three together|You could|slipped away/;
  for (const text of received) expect(text).not.toMatch(secrets);
  expect(received.some((text) => text.includes('It copies the image into memory'))).toBe(true);
});

longTest('an option with code has its name, on a phone, too', async ({ page }) => {
  const files = courseFiles('kube', { id: 'with-code', title: 'Options With Code', outline: ['One', 'Two'] });
  const lesson = 'with-code/01-lesson-l1/lesson.json';
  const text = `~~~quizdown
---
passingGrade: 100
---

## Which snippet prints a box?

1. [ ] This one:
   \`\`\`shell
   echo [ ]
   \`\`\`
2. [x] That one:
   \`\`\`shell
   echo "[x]"
   \`\`\`

## Which one is right?

- [ ] The first
- [x] The second
~~~

You have passed, congratulations.
`;
  await publish(academy, 'kube', {
    ...files,
    [lesson]: { ...(files[lesson] as object), type: 'knowledge-check' },
    'with-code/01-lesson-l1/content.md': text,
  });
  await page.setViewportSize(PHONE);
  await open(page, academy.url('kube', '/courses/with-code/lessons/l1/knowledge-check'));
  const closing = page.getByText('You have passed, congratulations.');
  await expect(page.getByText('Which one is right?')).toBeVisible();
  await expect(closing).toHaveCount(0);
  const arrows = page.getByRole('navigation', { name: lessonTexts.lesson, exact: true });
  await expect(arrows).toBeVisible();
  await start(page);
  await expect(arrows).toBeHidden();
  const coded = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(coded('This one: echo [ ]')).toBeVisible();
  await expect(page.locator('label :is(button, [tabindex])')).toHaveCount(0);
  await expectAccessible(page);
  // A click beside the code chooses the option, a click on its copy button does not.
  await page.getByText('That one:').click();
  await expect(coded('That one: echo "[x]"')).toBeChecked();
  await page.locator('fieldset figure').first().getByRole('button').click();
  await expect(coded('That one: echo "[x]"')).toBeChecked();
  await button(page, attemptTexts.next).click();
  await option(page, 'The first').check();
  await button(page, attemptTexts.submit).click();
  await expect(verdict(page, 'Not passed yet: 1 of 2 right')).toBeVisible();
  await expect(closing).toHaveCount(0);
  await expect(arrows).toBeVisible();
  await button(page, knowledgeCheckTexts.retake).first().click();
  await expect(questions(page).first()).toBeVisible();
  await coded('That one: echo "[x]"').check();
  await button(page, /^Question 2,/).click();
  await option(page, 'The second').check();
  await button(page, attemptTexts.submit).click();
  await expect(verdict(page, 'Passed: 2 of 2 right')).toBeVisible();
  await expect(closing).toBeVisible();
});
