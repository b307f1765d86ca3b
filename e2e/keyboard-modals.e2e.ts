import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';

import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { managedEmailTexts } from '@academy/web/screens/managed-emails/managed-email-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Locator, Page } from '@playwright/test';
import { signInByKeys, walkTo } from './support/keys.ts';
import { codeIn, newestMail } from './support/mailbox.ts';
import { SAMPLES } from './support/samples.ts';
import { heading, hydrated, open, profileMenu } from './support/steps.ts';
import { expect, longTest, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { course, lesson } = SAMPLES.spring;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const comments = (page: Page) =>
  dialog(page, feedbackTexts.giveFeedback).getByRole('textbox', { name: feedbackTexts.comments });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Walks around in both directions: the focus never reaches the page behind, and returns to its start. */
async function expectTrapped(page: Page, modal: Locator): Promise<void> {
  const start = await page.evaluateHandle(() => document.activeElement);
  for (const key of ['Tab', 'Shift+Tab']) {
    let isBack = false;
    for (let presses = 0; presses < 40 && !isBack; presses += 1) {
      await page.keyboard.press(key);
      const found = await modal.evaluate(
        (element, start) => ({
          // Between the last and the first stop the browser itself has the focus.
          isInside: element.contains(document.activeElement) || document.activeElement === document.body,
          isBack: document.activeElement === start,
        }),
        start,
      );
      expect(found.isInside, `${key} stays in the dialog`).toBe(true);
      isBack = found.isBack;
    }
    expect(isBack, `${key} comes back`).toBe(true);
  }
}

/** Types into the open form and leaves it by Escape, which asks nothing and keeps the text. */
async function leaveAndComeBack(page: Page, opener: Locator, words: string): Promise<void> {
  const form = dialog(page, feedbackTexts.giveFeedback);
  await expect(comments(page)).toBeFocused();
  await expectTrapped(page, form);
  await page.keyboard.type(words);
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Sends the form, and closes the thanks. */
async function sendIt(page: Page, words: string): Promise<void> {
  await expect(comments(page)).toHaveValue(words);
  await walkTo(page, dialog(page, feedbackTexts.giveFeedback).getByRole('button', { name: feedbackTexts.send }));
  await press(page, 'Enter');
  await expect(dialog(page, feedbackTexts.thankYou).getByRole('button', { name: feedbackTexts.sure })).toBeFocused();
  await expectTrapped(page, dialog(page, feedbackTexts.thankYou));
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

longTest('feedback works by keyboard from footer, course, lesson and profile menu', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, academy.url('spring', '/instructors'));
  await signInByKeys(page, learner);
  const inPage = page.getByRole('main').getByRole('button', { name: feedbackTexts.giveFeedback });
  for (const [path, title] of [
    [`/courses/${course.slug}`, course.title],
    [`/courses/${course.slug}/lessons/${lesson.slug}`, lesson.title],
  ] as const) {
    await open(page, academy.url('spring', path));
    await heading(page, title).focus();
    await walkTo(page, inPage);
    await press(page, 'Enter');
    await leaveAndComeBack(page, inPage, 'Half a thought');
    await press(page, 'Enter');
    await sendIt(page, 'Half a thought');
    await expect(inPage).toBeFocused();
  }

  const inFooter = page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback });
  await walkTo(page, inFooter);
  await press(page, 'Space');
  await leaveAndComeBack(page, inFooter, 'From the footer');
  await walkTo(page, profileMenu(page, learner), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await press(page, 'g', 'Enter');
  // Both forms are about the academy and share their text.
  await expect(comments(page)).toHaveValue('From the footer');
  await leaveAndComeBack(page, profileMenu(page, learner), '');
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await press(page, 'g', 'Enter');
  await sendIt(page, 'From the footer');
  await expect(profileMenu(page, learner)).toBeFocused();
});

longTest('the survey works by keyboard, and keeps its answers after Escape', async ({ page }) => {
  await open(page, academy.url('tanzu', '/instructors'));
  const inFooter = page.getByRole('contentinfo').getByRole('button', { name: feedbackTexts.giveFeedback });
  await heading(page, 'INSTRUCTORS').focus();
  await walkTo(page, inFooter);
  await press(page, 'Enter');
  await expect(comments(page)).toBeFocused();
  await page.keyboard.type('Clear.');
  await walkTo(page, dialog(page, feedbackTexts.giveFeedback).getByRole('button', { name: feedbackTexts.send }));
  await press(page, 'Enter');
  await expect(dialog(page, feedbackTexts.thankYou).getByRole('button', { name: feedbackTexts.sure })).toBeFocused();
  await press(page, 'Enter');

  const survey = dialog(page, feedbackTexts.moreQuestions);
  const star = (name: string) => survey.getByRole('radio', { name, exact: true });
  await expect(survey).toBeVisible();
  await expectTrapped(page, survey);
  await walkTo(page, star('1 star'));
  await press(page, 'Space', 'ArrowRight', 'ArrowRight');
  await expect(star('3 stars')).toBeChecked();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(inFooter).toBeFocused();

  await press(page, 'Enter');
  await expect(comments(page)).toBeFocused();
  await walkTo(
    page,
    dialog(page, feedbackTexts.giveFeedback).getByRole('button', { name: feedbackTexts.continueSurvey }),
  );
  await press(page, 'Enter');
  await expect(star('3 stars')).toBeChecked();
  for (const name of ['Observability', catalogueTexts.beginner]) {
    await walkTo(page, survey.getByRole('checkbox', { name }));
    await press(page, 'Space');
  }
  await walkTo(page, survey.getByRole('button', { name: feedbackTexts.sendAnswers }));
  await press(page, 'Enter');
  await expect(
    dialog(page, feedbackTexts.thankYou).getByRole('button', { name: feedbackTexts.backToLearning }),
  ).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(inFooter).toBeFocused();
});

longTest('Access Denied traps the keyboard focus, and then focuses the home title', async ({ page }) => {
  await open(page, academy.url('kube', '/instructors'));
  await signInByKeys(page, academy.person('learner'));
  for (const key of ['Enter', 'Escape']) {
    await page.goto(academy.url('kube', '/admin'));
    const denied = dialog(page, dialogTexts.accessDenied);
    await expect(denied.getByRole('button', { name: dialogTexts.ok })).toBeFocused();
    await hydrated(page);
    await expectTrapped(page, denied);
    await press(page, key);
    await expect(denied).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

longTest('an address is verified by keyboard, after a wrong code', async ({ page }) => {
  const person = await academy.newPerson();
  await open(page, academy.url('spring', '/instructors'));
  await signInByKeys(page, person);
  await open(page, academy.url('spring', '/email'));
  const form = page.getByRole('form', { name: managedEmailTexts.addForm });
  await heading(page, managedEmailTexts.title).focus();
  await walkTo(page, form.getByRole('textbox', { name: signInPageTexts.email }));
  await page.keyboard.type('by.keys@example.org');
  await press(page, 'Enter');
  const verify = dialog(page, managedEmailTexts.verifyTitle);
  const code = verify.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expectTrapped(page, verify);
  const right = codeIn(await newestMail(page, 'by.keys@example.org', 'verify-managed-email'));
  await page.keyboard.type('wrong');
  await press(page, 'Enter');
  const warning = dialog(page, dialogTexts.warning);
  await expect(warning.getByRole('button', { name: dialogTexts.ok })).toBeFocused();
  await expectTrapped(page, warning);
  await press(page, 'Escape');
  await expect(warning).toBeHidden();
  // One dialog at a time: the code is still there, to be corrected.
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('wrong');
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(right);
  await press(page, 'Enter');
  await expect(verify).toBeHidden();
  await expect(page.getByRole('region', { name: uiTexts.messages })).toContainText(managedEmailTexts.emailVerified);
});
