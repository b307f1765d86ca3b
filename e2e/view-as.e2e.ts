import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { feedbackTexts } from '@academy/web/features/feedback/feedback-texts';
import { viewAsTexts } from '@academy/web/features/view-as/view-as-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { auditActionTexts } from '@academy/web/screens/audit/audit-action-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  expectSignedIn,
  heading,
  hydrated,
  open,
  profileMenu,
  showAgain,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');
const { course, lesson } = SAMPLES.spring;
const LESSON = `/courses/${course.slug}/lessons/${lesson.slug}`;
const CHANGES_NOTHING = ERROR_TEXTS['view-only'];

const banner = (page: Page) => page.getByRole('complementary', { name: viewAsTexts.viewAs });
const toasts = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const modal = (page: Page) => page.getByRole('dialog');
const markComplete = (page: Page) => page.getByRole('button', { name: lessonTexts.markComplete });
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

/** Makes a learner who has completed a lesson and added a favorite, on their own device. */
async function aLearner(theirs: Page, firstName: string): Promise<Person> {
  const learner = await academy.newPerson(firstName, 'Learner');
  await openAs(theirs, academy.url('spring', LESSON), learner);
  await completeLesson(theirs);
  await open(theirs, academy.url('spring', `/courses/${course.slug}`));
  const saved = theirs.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
  await theirs.getByRole('button', { name: `Add ${course.title} to favorites`, exact: true }).click();
  await saved;
  return learner;
}

async function asAdmin(page: Page, admin = academy.person('admin')): Promise<void> {
  await openAs(page, academy.url('spring'), admin);
}

/** Goes from the list of users to the academy as the learner sees it. */
async function viewAs(page: Page, learner: Person): Promise<void> {
  await open(page, academy.url('spring', `/admin/users?q=${encodeURIComponent(learner.email)}`));
  await page.getByRole('link', { name: `Open ${nameOf(learner)}` }).click();
  await expect(page.getByRole('heading', { name: nameOf(learner) })).toBeVisible();
  await page.getByRole('button', { name: peopleTexts.viewAs }).click();
  await expect(modal(page)).toContainText('You can read everything and change nothing');
  await modal(page).getByRole('button', { name: peopleTexts.viewAs }).click();
  await expect(banner(page).getByRole('status')).toHaveText(
    new RegExp(`^You are viewing as ${nameOf(learner)}\\. Read-only until \\d\\d:\\d\\d\\.$`),
  );
  await hydrated(page);
}

test('an administrator sees the academy as a learner does, and changes nothing', async ({ page, newDevice }) => {
  const theirs = await newDevice();
  const learner = await aLearner(theirs, 'Vera');
  await asAdmin(page);
  await viewAs(page, learner);
  await expect(page).toHaveURL(academy.url('spring'));
  await expectSignedIn(page, learner);
  await expect(page.getByRole('main')).toContainText(course.title);
  await expectAccessibleToo(page);

  // Progress and favorites are the learner's, across screens and after a reload.
  await open(page, academy.url('spring', `/courses/${course.slug}`));
  const favorite = page.getByRole('button', { name: `Remove ${course.title} from favorites`, exact: true });
  await favorite.click();
  await expect(toasts(page)).toContainText(CHANGES_NOTHING);
  await expect(favorite).toBeVisible();
  await open(page, academy.url('spring', LESSON));
  await expect(banner(page)).toBeVisible();
  const completed = page.getByRole('button', { name: lessonTexts.completedUndo });
  await expect(completed).toBeVisible();
  await page
    .getByRole('navigation', { name: lessonTexts.lesson, exact: true })
    .getByRole('link', { name: /^Next/ })
    .click();
  await expect(heading(page, lesson.title)).toBeHidden();
  await expect(banner(page)).toBeVisible();
  await markComplete(page).click();
  await expect(toasts(page)).toContainText(CHANGES_NOTHING);
  await expect(markComplete(page)).toBeVisible();
  await expectAccessibleToo(page);

  // Only pages of the learner: the administration is closed.
  await profileMenu(page, learner).click();
  await expect(page.getByRole('menuitem', { name: peopleTexts.certificates })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: shellTexts.administration })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await banner(page).getByRole('button', { name: viewAsTexts.end }).click();
  await expect(toasts(page)).toContainText(`You are no longer viewing as ${nameOf(learner)}.`);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: nameOf(learner) })).toBeVisible();
  const courses = page.getByRole('region', { name: peopleTexts.courses, exact: true });
  await expect(courses).toContainText(/1 of \d+ lessons completed/);
  await page.reload();
  await expectSignedIn(page, academy.person('admin'));
  await expect(banner(page)).toHaveCount(0);

  await open(page, academy.url('spring', '/admin/audit'));
  const entry = page.getByRole('row').filter({ hasText: learner.email });
  await expect(entry.filter({ hasText: auditActionTexts['view-as.start'] })).toContainText(
    academy.person('admin').email,
  );
  await expect(entry.filter({ hasText: auditActionTexts['view-as.end'] })).toContainText(academy.person('admin').email);
});

test('impersonation hides what is for the owner alone, and logging out ends nothing else', async ({
  page,
  newDevice,
}) => {
  const theirs = await newDevice();
  const learner = await academy.newPerson('Petra', 'Learner');
  await openAs(theirs, academy.url('spring'), learner);
  await asAdmin(page);
  await viewAs(page, learner);
  // Sections for the owner alone are not shown.
  await open(page, academy.url('spring', '/account'));
  await expect(heading(page, accountTexts.yourAccount)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(learner.email);
  await expect(page.getByRole('heading', { name: accountTexts.sessions })).toHaveCount(0);
  await expect(page.getByRole('region', { name: peopleTexts.tokens })).toHaveCount(0);
  await open(page, academy.url('spring', LESSON));
  await expect(banner(page)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(banner(page).getByRole('button', { name: viewAsTexts.end })).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(banner(page).getByRole('button', { name: viewAsTexts.end })).toBeInViewport();
  await expectNoSidewaysScroll(page, [320, 360, 1024]);
  await expectAccessible(page);

  await page.setViewportSize(DESKTOP);
  await profileMenu(page, learner).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await expect(toasts(page)).toContainText(`You are no longer viewing as ${nameOf(learner)}.`);
  await expectSignedIn(page, academy.person('admin'));
  await open(theirs, academy.url('spring'));
  await expectSignedIn(theirs, learner);
});

longTest(
  'impersonation that is ended elsewhere returns to the administration with a message',
  async ({ page, context, newDevice, allow }) => {
    // The call that is refused after the end.
    allow(/status of 401/);
    const learner = await aLearner(await newDevice(), 'Elsa');
    await asAdmin(page);
    await viewAs(page, learner);
    const other = await context.newPage();
    await open(other, academy.url('spring'));
    await expectSignedIn(other, academy.person('admin'));
    await expect(banner(other)).toHaveCount(0);
    const ended = await other.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
      const reply = await fetch('/api/v1/view-as', {
        method: 'DELETE',
        headers: { authorization, tenantid: location.hostname.split('.')[0] ?? '' },
      });
      return (await reply.json()).data.ended;
    });
    // Other tests may have left some open.
    expect(ended).toBeGreaterThan(0);
    await page.bringToFront();
    await expect(toasts(page)).toContainText(`The view as ${nameOf(learner)} has ended.`);
    await expect(page.getByRole('heading', { name: nameOf(learner) })).toBeVisible();
    await expectSignedIn(page, academy.person('admin'));
  },
);

longTest('an administrator who loses the role loses the impersonation', async ({ page, newDevice, allow }) => {
  allow(/status of 401/);
  const learner = await aLearner(await newDevice(), 'Rita');
  const admin = await academy.newPerson('Otto', feedbackTexts.other);
  const role = ['user', 'make-admin', '--email', admin.email, '--data', academy.dataFolder];
  expect((await academy.cli(role)).code).toBe(0);
  await asAdmin(page, admin);
  await viewAs(page, learner);
  expect((await academy.cli([...role, '--remove'])).code).toBe(0);
  await showAgain(page);
  await expect(toasts(page)).toContainText(`The view as ${nameOf(learner)} has ended.`);
  await expect(modal(page)).toContainText('This feature has been disabled by your administrator.');
  await expectSignedIn(page, admin);
});

longTest('impersonation expires, and the page says so', async ({ page, newDevice }) => {
  const learner = await aLearner(await newDevice(), 'Tilda');
  await asAdmin(page);
  await viewAs(page, learner);
  await page.clock.install();
  await open(page, academy.url('spring', `/courses/${course.slug}`));
  await expect(banner(page)).toBeVisible();
  await expectSignedIn(page, learner);
  await page.clock.fastForward('31:00');
  await expect(toasts(page)).toContainText(`The view as ${nameOf(learner)} has ended.`);
  await expect(page.getByRole('heading', { name: nameOf(learner) })).toBeVisible();
});

longTest('the administrator’s unsent progress waits during impersonation', async ({ page, newDevice, allow }) => {
  allow(/ERR_FAILED/);
  const learner = await aLearner(await newDevice(), 'Wilma');
  await asAdmin(page);
  await open(page, academy.url('spring', LESSON));
  const sent: string[] = [];
  const isSending = /\/(lessons\/mark-complete|progress\/events)$/;
  await page.route(isSending, (route) => {
    sent.push(new URL(page.url()).pathname);
    return route.abort();
  });
  await markComplete(page).click();
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);

  await viewAs(page, learner);
  sent.length = 0;
  await open(page, academy.url('spring', `/courses/${course.slug}`));
  await expect(page.getByRole('main')).toContainText(/1 of \d+ lessons/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectSignedIn(page, learner);
  expect(sent).toEqual([]);

  await page.unroute(isSending);
  const arrived = page.waitForResponse((response) => isSending.test(response.url()) && response.ok());
  await banner(page).getByRole('button', { name: viewAsTexts.end }).click();
  await expect(toasts(page)).toContainText('You are no longer viewing as');
  await arrived;
  await open(page, academy.url('spring', LESSON));
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
});
