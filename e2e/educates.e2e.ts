import { FakePortal, ROBOT } from '@academy/labs/testing/fake-portal';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labSessionTexts } from '@academy/web/screens/labs/lab-session-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, showAgain } from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

const PROBLEMS = '/courses/rest-apis-that-age-well/lessons/lab-problem-details/lab';
let portal: FakePortal;

// Before the academy starts, because its settings name the portal.
test.beforeAll(async () => {
  const workshop = { durationSeconds: 3600, deadlineSeconds: 7200, capacity: 50 };
  portal = new FakePortal({ workshops: [{ name: 'spring-rest-problem-details', ...workshop }] });
  const url = await portal.open();
  academy.env = {
    ACADEMY_LAB_ENGINES: 'spring=educates',
    ACADEMY_LAB_PORTALS: `main=${url}`,
    ACADEMY_LAB_PORTAL_ROBOTS: JSON.stringify({ main: ROBOT }),
  };
});
const academy = useAcademy();
test.afterAll(() => portal.close());
test.beforeEach(async ({ page, allow }) => {
  // axe sends messages to every frame, and the return page of labs is a page of the academy.
  allow(/Failed to execute 'postMessage'/, /both allow-scripts and allow-same-origin/);
  portal.options.frameAncestors = [academy.origin('spring')];
  portal.faults = [];
  await openAs(page, academy.url('spring', PROBLEMS), await academy.newPerson());
});

// Shows promises#lab-time
test('a lab on a portal is started, extended and ended', async ({ page }) => {
  await expect(page.getByText('The lab runs on a lab platform')).toBeVisible();
  await expectAccessibleToo(page);
  const before = portal.sessions.length;
  await page.getByRole('button', { name: labStartTexts.start }).click();
  const lab = page.frameLocator('iframe[title^="Lab:"]');
  await expect(lab.getByRole('heading', { name: 'spring-rest-problem-details' })).toBeVisible();
  const time = page.getByRole('timer', { name: runningLabTexts.timeLeft });
  await expect(time).toHaveText(/^(1:00:00|59:\d\d)$/);
  expect(portal.sessions.length).toBe(before + 1);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: runningLabTexts.extend })).toBeHidden();

  // After a reload the learner has the same lab.
  await page.reload();
  await expect(lab.getByText('BUILD SUCCESS')).toBeVisible();
  expect(portal.sessions.length).toBe(before + 1);

  portal.advance(3600 - 290);
  await expect(async () => {
    // A visible page requests the state at once; the server asks the portal every two seconds at most.
    await showAgain(page);
    await expect(page.getByText('The lab ends in 5 minutes.')).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await expect(time).toHaveAttribute('data-warned', '5');
  await page.getByRole('button', { name: runningLabTexts.extend }).press('Enter');
  await expect(page.getByText(runningLabTexts.extended)).toBeVisible();
  await expect(time).toHaveText(/^19:\d\d$/);

  portal.advance(1200);
  await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    if (frame !== null) frame.src = frame.src.replace(/activate\/.*/, '');
  });
  await expect(heading(page, runningLabTexts.endedTitle)).toBeFocused();
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: runningLabTexts.startAgain }).click();
  await expect(lab.getByText('BUILD SUCCESS')).toBeVisible();
  await page.getByRole('button', { name: runningLabTexts.markComplete }).click();
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted })).toBeVisible();
  await page.getByRole('button', { name: runningLabTexts.end }).click();
  await page.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await expect(page.getByRole('button', { name: labStartTexts.start })).toBeVisible();
});

// Shows promises#lab-down
test('a full or unreachable portal is reported beside the button', async ({ page, allow }) => {
  allow(/\b503\b/);
  const [workshop] = portal.options.workshops;
  if (workshop === undefined) throw new Error('the portal offers nothing');
  portal.options.workshops = [{ ...workshop, capacity: 0 }];
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.getByRole('alert')).toHaveText(/All places of this lab are taken/);
  await expectAccessibleToo(page);
  await expect(page.getByRole('navigation', { name: labWorkspaceTexts.pages })).toBeVisible();

  portal.options.workshops = [workshop];
  portal.faults.push({ path: '/catalog/', reply: 'hang-up' });
  await page.getByRole('button', { name: runningLabTexts.tryAgain }).click();
  await expect(page.getByRole('alert')).toHaveText(/cannot be reached/);
  await page.getByRole('button', { name: runningLabTexts.tryAgain }).click();
  await expect(page.frameLocator('iframe').getByText('BUILD SUCCESS')).toBeVisible();
});

// Shows security#frame-messages
test('only the return page inside the lab’s frame can end a lab', async ({ page }) => {
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.frameLocator('iframe').getByText('BUILD SUCCESS')).toBeVisible();
  await page.evaluate(() => window.postMessage({ labReturn: 'startup-timeout' }, location.origin));
  const shown = page.frames().find((frame) => frame.url().startsWith(portal.url));
  await shown?.evaluate(() => parent.postMessage({ labReturn: 'startup-timeout' }, '*'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('timer', { name: runningLabTexts.timeLeft })).toBeVisible();
  await expect(heading(page, runningLabTexts.endedTitle)).toBeHidden();
  await page.evaluate(
    (url) => {
      const frame = document.querySelector('iframe');
      if (frame !== null) frame.src = url;
    },
    academy.url('spring', '/lab-return?notification=startup-timeout'),
  );
  await expect(heading(page, runningLabTexts.endedTitle)).toBeFocused();
  await expect(page.getByText(runningLabTexts['startup-timeout'])).toBeVisible();
});

// Shows security#frame-messages
test('only documents of labs may frame the portal', async () => {
  const policy = async (path: string) =>
    String((await academy.get('spring', path)).headers['content-security-policy'] ?? '');
  expect(await policy(PROBLEMS)).toContain(portal.url);
  expect(await policy('/courses')).not.toContain(portal.url);
  expect(await policy('/lab-return')).toContain("frame-ancestors 'self'");
});

longTest('a lab on a portal fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.frameLocator('iframe').getByText('BUILD SUCCESS')).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 390, 700]);
  await expect(page.getByRole('timer', { name: runningLabTexts.timeLeft })).toBeVisible();
});

longTest('an administrator sees running labs and the portal, and ends a lab', async ({ page, newDevice }) => {
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.frameLocator('iframe').getByText('BUILD SUCCESS')).toBeVisible();
  const desk = await newDevice();
  await openAs(desk, academy.url('spring', '/admin'), academy.person('admin'));
  await desk.getByRole('main').getByRole('link', { name: labSessionTexts.labs }).click();
  await expect(heading(desk, labSessionTexts.labs)).toBeVisible();
  await expect(desk.getByRole('region', { name: labSessionTexts.engines })).toContainText('Educates portal “main”');
  await expect(desk.getByRole('region', { name: labSessionTexts.engines })).toContainText(labSessionTexts.reachable);
  const running = desk.getByRole('region', { name: /^Running labs/ });
  await expect(running.getByRole('listitem').first()).toContainText('Nora Newcomer');
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk, [320, 390, 700]);
  const before = await running.getByRole('listitem').count();
  await running.getByRole('button', { name: 'End the lab of Nora Newcomer' }).first().click();
  await desk.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await expect(desk.getByText('The lab of Nora Newcomer was ended.')).toBeVisible();
  await expect(running.getByRole('heading')).toBeFocused();
  await expect(running.getByRole('listitem')).toHaveCount(before - 1);
  // The page asks for the state of the lab when it is shown again, otherwise after a while.
  await showAgain(page);
  await expect(heading(page, runningLabTexts.endedTitle)).toBeVisible();
});
