import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import type { Page } from '@playwright/test';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, open, signIn } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const option = (page: Page, words: string) => page.locator('fieldset[data-question]').getByLabel(words);
const verdict = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words });

async function start(page: Page, name = knowledgeCheckTexts.start): Promise<void> {
  await button(page, name).click();
  await expect(page.locator('fieldset[data-question]').first()).toBeVisible();
}

test('a check with one attempt is retaken after an administrator grants it', async ({ page, context, newDevice }) => {
  const files = courseFiles('kube', { id: 'once', title: 'Taken Once', outline: ['One'] });
  const lesson = 'once/01-lesson-l1/lesson.json';
  const text = `~~~quizdown
---
enableRetry: false
passingGrade: 100
---

## Which one is right?

- [ ] The first
- [x] The second
~~~
`;
  await publish(academy, 'kube', {
    ...files,
    [lesson]: { ...(files[lesson] as object), type: 'knowledge-check' },
    'once/01-lesson-l1/content.md': text,
  });
  const once = academy.url('kube', '/courses/once/lessons/l1/knowledge-check');
  await open(page, once);
  await expect(button(page, knowledgeCheckTexts.logInToStart)).toBeVisible();
  await expectAccessibleToo(page);
  const person = await academy.newPerson();
  await signIn(page, person);
  await expect(page.getByText(knowledgeCheckTexts.once)).toBeVisible();
  const tab = await context.newPage();
  await open(tab, once);
  await start(page);
  await option(page, 'The first').check();
  await button(page, attemptTexts.submit).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(attemptTexts.once)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: attemptTexts.submit }).click();
  await expect(verdict(page, 'Not passed: 0 of 1 right')).toBeVisible();
  await expect(button(page, knowledgeCheckTexts.retake)).toHaveCount(0);
  // The other tab was opened before the submission.
  await button(tab, /^(Start|See your result)$/).click();
  await expect(verdict(tab, 'Not passed: 0 of 1 right')).toBeVisible();
  await expect(button(tab, knowledgeCheckTexts.retake)).toHaveCount(0);
  await open(page, once);
  await expect(button(page, knowledgeCheckTexts.seeResult)).toBeVisible();
  const askForAnother = page.getByRole('main').getByRole('link', { name: 'Ask the academy' });
  await expect(askForAnother).toHaveAttribute('href', '/contact');
  await open(page, academy.url('kube', '/courses/once/lessons/l1'));
  await expect(askForAnother).toBeVisible();
  await expect(button(page, lessonTexts.takeCheck)).toHaveCount(0);
  await expectAccessibleToo(page);

  const admin = await newDevice();
  await openAs(
    admin,
    academy.url('kube', `/admin/users?q=${encodeURIComponent(person.email)}`),
    academy.person('admin'),
  );
  await admin.getByRole('link', { name: 'Open Nora Newcomer' }).click();
  await button(admin, 'Grant another attempt: One').click();
  await admin.getByRole('dialog').getByRole('button', { name: peopleTexts.grantAttempt }).click();
  await expect(admin.getByText(/^Another attempt granted .+, not begun yet$/)).toBeVisible();
  await expect(admin.getByText('attempt.grant')).toBeVisible();
  await expectAccessibleToo(admin);

  await open(page, once);
  await expect(page.getByText(knowledgeCheckTexts.granted)).toBeVisible();
  await start(page, knowledgeCheckTexts.retake);
  await option(page, 'The second').check();
  await button(page, attemptTexts.submit).click();
  await dialog.getByRole('button', { name: attemptTexts.submit }).click();
  await expect(verdict(page, 'Passed: 1 of 1 right')).toBeVisible();
});
