import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { labStepTexts } from '@academy/web/screens/labs/lab-step-texts';
import type { Page } from '@playwright/test';
import {
  action,
  editor,
  GUIDE,
  PROBLEMS,
  QUEUES,
  replaceSelection,
  screen,
  terminal,
  turn,
  type,
} from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, passTime } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

/** Opens a lab as a new learner and starts it. */
async function startLab(page: Page, tenant: 'spring' | 'kube' | 'tanzu', path: string, pro = false): Promise<void> {
  await openAs(page, academy.url(tenant, path), pro ? academy.person('pro') : await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.getByRole('tab', { name: labWorkspaceTexts.terminal })).toBeVisible();
}

/** The progress of a lab in words: so many steps of all of them. */
async function stepsIn(page: Page): Promise<(done: number) => string> {
  const count = Number(await page.getByRole('progressbar').getAttribute('max'));
  return (done) => labWorkspaceTexts.stepsOf({ done, count });
}

/** The academy has taken a try, which has these words. */
const isTold = (page: Page, words: string) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/steps') && response.ok() && (response.request().postData() ?? '').includes(words),
  );

test('a learner does the lab about pods to its last check', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  await expect(heading(page, 'Three Places to Look')).toBeFocused();
  await expectAccessibleToo(page);
  await action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('basket.yaml');
  await expect(action(page, 'ls ~/exercises')).toContainText(labWorkspaceTexts.done);

  await turn(page, labWorkspaceTexts.continue);
  await expect(heading(page, 'Nobody Can Pull It')).toBeFocused();
  const check = action(page, 'The basket uses an image that exists');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notYetLook);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, 'image: registry.example.org/shop/basket:2.4.1');
  await expectAccessibleToo(page);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await page.getByRole('tab', { name: labWorkspaceTexts.checks }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Passed: The basket uses an image that exists');
  await expectAccessible(page);

  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, '2Gi');
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    "sed -i -e 's/requests: {.*/requests: { cpu: 100m, memory: 512Mi }/' -e 's/limits: {.*/limits: { memory: 512Mi }/' ~/exercises/manifests/search.yaml",
  );
  await type(page, "sed -i 's/64Gi/2Gi/' ~/exercises/manifests/report.yaml");
  const second = action(page, 'Search and report ask for memory');
  await second.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(second.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: runningLabTexts.markComplete }).first().click();
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted }).first()).toBeVisible();
});

longTest('a learner does the lab about problem details to its last check', async ({ page }) => {
  await startLab(page, 'spring', PROBLEMS);
  await action(page, 'head -n 20').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('Sorry, sold out!');
  await turn(page, labWorkspaceTexts.continue);
  await type(
    page,
    `jq -n '{type: "https://museum.example.org/problems/unreadable-request", title: "Unreadable", status: 400, detail: "The value of visitDay ends in the middle."}' > ~/exercises/problems/1-unreadable.json`,
  );
  const first = action(page, 'The first problem has a type');
  await first.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(first.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: labWorkspaceTexts.addLines }).click();
  await expect(editor(page)).toContainText('sold-out');
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    `jq -n '{type: "https://museum.example.org/problems/sold-out", status: 409, detail: "No tickets are left for 17 May.", nextFreeDay: "2024-05-19"}' > ~/exercises/problems/2-sold-out.json`,
  );
  const second = action(page, 'The sold-out problem');
  await second.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(second.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await action(page, 'ask for').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('ask for 2024-05-19');
});

longTest('a learner does the lab about lost messages to its last check', async ({ page }) => {
  await startLab(page, 'tanzu', QUEUES);
  await action(page, 'ord_1').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('acknowledged');
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, 'acknowledge: after-work');
  const first = action(page, 'acknowledges after its work');
  await first.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(first.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    "sed -i -e 's/^remember:.*/remember: order/' -e 's/^prefetch:.*/prefetch: 20/' ~/exercises/consumer.yaml",
  );
  const second = action(page, 'recognises repetitions');
  await second.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(second.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
});

test('work and steps survive a reload and another device; Restart and End delete them', async ({ page, newDevice }) => {
  const person = await academy.newPerson();
  await openAs(page, academy.url('kube', GUIDE), person);
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'echo kept > ~/exercises/note.txt');
  await expect(screen(page)).toContainText(/exercises \$.*exercises \$/);
  // Not the reply to an earlier one, which may be on its way.
  const sent = page.waitForRequest((request) => request.url().endsWith('/snapshot'));
  await turn(page, labWorkspaceTexts.continue);
  expect((await (await sent).response())?.ok()).toBe(true);
  await page.reload();
  await expect(heading(page, 'Nobody Can Pull It')).toBeVisible();
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('kept');

  // Another device learns as well of a step that was done after the last snapshot.
  const stepsDone = await stepsIn(page);
  const told = isTold(page, '"exitStatus":null');
  await action(page, 'grep basket ~/exercises/images.yaml')
    .getByRole('button', { name: labWorkspaceTexts.run })
    .click();
  await told;
  const other = await newDevice();
  await openAs(other, academy.url('kube', GUIDE.replace('/lab', '')), person);
  await other.goto(academy.url('kube', GUIDE));
  await expect(heading(other, 'Nobody Can Pull It')).toBeVisible();
  await expect(other.getByText(stepsDone(1))).toBeVisible();
  await type(other, 'cat ~/exercises/note.txt');
  await expect(screen(other)).toContainText('kept');

  await page.getByRole('button', { name: labWorkspaceTexts.restart }).click();
  await page.getByRole('dialog').getByRole('button', { name: labWorkspaceTexts.restart }).click();
  await expect(heading(page, 'Three Places to Look')).toBeVisible();
  await expect(page.getByText(stepsDone(0))).toBeVisible();
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('No such file');
  await page.getByRole('button', { name: runningLabTexts.end }).click();
  await page.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await expect(page.getByRole('button', { name: labStartTexts.start })).toBeVisible();
});

longTest('steps are counted and kept; hint and solution help after a failed check', async ({ page }) => {
  const person = await academy.newPerson();
  await openAs(page, academy.url('kube', GUIDE), person);
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  const stepsDone = await stepsIn(page);
  await expect(page.getByText(stepsDone(0))).toBeVisible();
  await action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(page.getByText(stepsDone(1))).toBeVisible();

  await turn(page, labWorkspaceTexts.continue);
  const check = action(page, 'The basket uses an image that exists');
  await expect(check.getByText(labWorkspaceTexts.hint)).toHaveCount(0);
  const told = isTold(page, '"result":"failed"');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check).toContainText('The registry has no image registry.example.org/shop/basket:2.41');
  await check.getByText(labWorkspaceTexts.hint).click();
  await expect(check.getByText('letter by letter')).toBeVisible();
  await expectAccessibleToo(page);
  await told;

  await page.reload();
  await expect(heading(page, 'Nobody Can Pull It')).toBeVisible();
  await expect(page.getByText(stepsDone(1))).toBeVisible();
  await expect(check.getByText(labWorkspaceTexts.hint)).toBeVisible();

  await page.getByRole('tab', { name: labWorkspaceTexts.solution }).click();
  await page.getByRole('button', { name: labWorkspaceTexts.compare }).click();
  const basket = page.getByRole('region', {
    name: labWorkspaceTexts.differencesIn({ path: 'exercises/manifests/basket.yaml' }),
  });
  await expect(basket.locator('del')).toContainText('basket:2.41');
  await expect(basket.locator('ins')).toContainText('basket:2.4.1');
  await expectAccessibleToo(page);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, 'image: registry.example.org/shop/basket:2.4.1');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
  await expect(check.getByText(labWorkspaceTexts.hint)).toHaveCount(0);
  await expect(page.getByText(stepsDone(3))).toBeVisible();
  await page.getByRole('tab', { name: labWorkspaceTexts.solution }).click();
  await expect(basket).toContainText(labWorkspaceTexts.sameAsSolution);
});

longTest('an author sees which steps of a lab learners fail', async ({ page, newDevice }) => {
  await startLab(page, 'tanzu', QUEUES, true);
  await turn(page, labWorkspaceTexts.continue);
  const told = page.waitForResponse((response) => response.url().endsWith('/steps') && response.ok());
  const check = action(page, 'acknowledges after its work');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check).toContainText('consumer.yaml has: acknowledge: on-delivery');
  await told;
  const desk = await newDevice();
  await openAs(desk, academy.url('tanzu', '/admin/labs'), academy.person('admin'));
  await desk.goto(academy.url('tanzu', '/admin/labs'));
  const row = desk.getByRole('table', { name: labStepTexts.title }).getByRole('row');
  await expect(row.filter({ hasText: 'The consumer acknowledges after its work' })).toContainText('%');
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk, [320, 390, 700, 1440]);
});

longTest('a learner runs one lab at a time', async ({ page }) => {
  const person = await academy.newPerson();
  await openAs(page, academy.url('kube', GUIDE), person);
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await openAs(page, academy.url('tanzu', QUEUES), person);
  await expect(page.getByRole('link', { name: labStartTexts.goToOther })).toHaveAttribute(
    'href',
    academy.url('kube', GUIDE),
  );
  await page.getByRole('button', { name: labStartTexts.endOther }).click();
  await page.getByRole('dialog').getByRole('button', { name: labStartTexts.endOther }).click();
  await expect(screen(page)).toContainText('exercises $');
});

longTest('an endless loop is stopped, by Ctrl+C or by a limit', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'while true; do :; done');
  await page.keyboard.press('Control+C');
  await type(page, 'echo "by" hand');
  await expect(screen(page)).toContainText('by hand');
  await type(page, 'while true; do :; done');
  await type(page, 'echo "still" here');
  await expect(screen(page)).toContainText('still here', { timeout: 30_000 });
  await type(page, 'kubectl get pods');
  await expect(screen(page)).toContainText('command not found');
});

longTest('a lab is done with the keyboard alone', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  const run = action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.run });
  await expect(heading(page, 'Three Places to Look')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.copy })).toBeFocused();
  // The command is a stop of its own, because it can be scrolled.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen(page)).toContainText('basket.yaml');
  const divider = page.getByRole('separator', { name: labWorkspaceTexts.divider });
  await divider.focus();
  const before = Number(await divider.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', String(before + 5));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: labWorkspaceTexts.terminal })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: labWorkspaceTexts.editor })).toBeFocused();
  await expect(page.getByRole('navigation', { name: labWorkspaceTexts.files })).toBeVisible();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: labWorkspaceTexts.hideInstructions }).press('Enter');
  await expect(heading(page, 'Three Places to Look')).toBeHidden();
  await expect(divider).toBeHidden();
  await page.getByRole('button', { name: labWorkspaceTexts.showInstructions }).press('Enter');
  await expect(heading(page, 'Three Places to Look')).toBeVisible();
  await terminal(page).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(terminal(page)).not.toBeFocused();
});

longTest('on a phone instructions and workspace alternate', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE, hasTouch: true, isMobile: true });
  await openAs(page, academy.url('kube', GUIDE), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.getByText(labWorkspaceTexts.largerScreen)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: labWorkspaceTexts.workspace }).click();
  await expect(screen(page)).toContainText('exercises $');
  await expect(heading(page, 'Three Places to Look')).toBeHidden();
  await expect(page.getByRole('group', { name: labWorkspaceTexts.keys })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 390, 700]);

  await page.getByRole('button', { name: labWorkspaceTexts.instructions, exact: true }).click();
  await action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toBeVisible();
  await expect(screen(page)).toContainText('basket.yaml');
  await page.getByRole('button', { name: labWorkspaceTexts.instructions, exact: true }).click();
  await expect(action(page, 'ls ~/exercises')).toContainText(labWorkspaceTexts.done);
});

longTest('a lab whose script arrives empty reports it and can be retried', async ({ page }) => {
  const SCRIPT = /\/assets\/engine\.worker-[^/]+\.js$/;
  await page.clock.install();
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await openAs(page, academy.url('kube', GUIDE), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  const check = action(page, 'The basket uses an image that exists');
  await turn(page, labWorkspaceTexts.continue);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  const again = page.getByRole('button', { name: labWorkspaceTexts.tryAgain });
  await passTime(page, again);
  await expect(page.getByText('The lab could not be started.')).toHaveCount(2);
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notStarted);
  // One of them reads the steps before the start.
  expect(workers).toBeLessThanOrEqual(3);
  await expectAccessible(page);

  const answered = page.waitForResponse(SCRIPT);
  await again.click();
  await answered;
  await passTime(page, again);
  await expect(page.getByText(labWorkspaceTexts.labStarts)).toBeHidden();
  await expect(again).toBeFocused();
  await page.unroute(SCRIPT);
  await again.click();
  await expect(screen(page)).toContainText('exercises $');
  await expect(page.getByText('The lab could not be started.')).toHaveCount(1);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notYetLook);
});
