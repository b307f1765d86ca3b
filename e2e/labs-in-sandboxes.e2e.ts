import { spawnSync } from 'node:child_process';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labSessionTexts } from '@academy/web/screens/labs/lab-session-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import {
  action,
  editor,
  GUIDE,
  PROBLEMS,
  passes,
  QUEUES,
  replaceSelection,
  screen,
  terminal,
  turn,
  type,
} from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

/** The exercises use jq. */
const hasJq = spawnSync('jq', ['--version']).status === 0;
const lack = hasSandboxes ? 'jq is not on this machine' : 'this machine cannot run sandboxes';
const isAble = hasSandboxes && hasJq;
test.skip(!isAble, `Labs in sandboxes are left out: ${lack}.`);

academy.env = {
  ACADEMY_LAB_ENGINES: 'spring=sandbox,kube=sandbox,tanzu=sandbox',
  // So short that the lab can be extended at once.
  ACADEMY_LAB_SANDBOX_MINUTES: '4',
  ACADEMY_LAB_SANDBOX_MEGABYTES: '128',
};

/** Opens a lab as a new learner and starts it. */
async function startLab(page: Page, tenant: 'spring' | 'kube' | 'tanzu', path: string): Promise<void> {
  await openAs(page, academy.url(tenant, path), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
}

longTest('a learner does the lab about pods to its last check', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  await expect(heading(page, 'Three Places to Look')).toBeFocused();
  await expectAccessible(page);
  await action(page, 'ls ~/exercises').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('basket.yaml');
  await expect(action(page, 'ls ~/exercises')).toContainText(labWorkspaceTexts.done);
  await turn(page, labWorkspaceTexts.continue);
  const check = action(page, 'The basket uses an image that exists');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notYetLook);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, 'image: registry.example.org/shop/basket:2.4.1');
  await expectAccessible(page);
  await passes(page, 'The basket uses an image that exists');
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, '2Gi');
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    "sed -i -e 's/requests: {.*/requests: { cpu: 100m, memory: 512Mi }/' -e 's/limits: {.*/limits: { memory: 512Mi }/' ~/exercises/manifests/search.yaml",
  );
  await type(page, "sed -i 's/64Gi/2Gi/' ~/exercises/manifests/report.yaml");
  await type(page, 'echo "all" mended');
  await expect(screen(page)).toContainText('all mended');
  await passes(page, 'Search and report ask for memory');
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
    `jq -n '{type: "https://museum.example.org/problems/unreadable-request", title: "Unreadable", status: 400, detail: "The value of visitDay ends in the middle."}' > ~/exercises/problems/1-unreadable.json; echo "first" written`,
  );
  await expect(screen(page)).toContainText('first written');
  await passes(page, 'The first problem has a type');
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('button', { name: labWorkspaceTexts.addLines }).click();
  await expect(editor(page)).toContainText('sold-out');
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    `jq -n '{type: "https://museum.example.org/problems/sold-out", status: 409, detail: "No tickets are left for 17 May.", nextFreeDay: "2024-05-19"}' > ~/exercises/problems/2-sold-out.json; echo "second" written`,
  );
  await expect(screen(page)).toContainText('second written');
  await passes(page, 'The sold-out problem');
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
  await passes(page, 'acknowledges after its work');
  await turn(page, labWorkspaceTexts.continue);
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    `sed -i -e 's/^remember:.*/remember: order/' -e 's/^prefetch:.*/prefetch: 20/' ~/exercises/consumer.yaml; echo "mended" it`,
  );
  await expect(screen(page)).toContainText('mended it');
  await passes(page, 'recognises repetitions');
});

longTest('a reload finds the same terminals, and their programs keep running', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  await type(page, 'word=kept; sleep 2; echo "while" away');
  await expect(screen(page)).toContainText('sleep 2');
  await page.reload();
  await expect(screen(page)).toContainText('while away');
  await type(page, 'echo "the word is $word"');
  await expect(screen(page)).toContainText('the word is kept');
  await type(page, 'echo "now" asleep; sleep 1000');
  // The key also discards input that the shell has not read yet.
  await expect(screen(page)).toContainText('now asleep');
  await page.keyboard.press('Control+C');
  await type(page, 'echo "by" hand');
  await expect(screen(page)).toContainText('by hand');
});

longTest('two tabs show one lab, and three terminals share its files', async ({ page, context }) => {
  await startLab(page, 'kube', GUIDE);
  const other = await context.newPage();
  await open(other, academy.url('kube', GUIDE));
  await expect(screen(other)).toContainText('exercises $');
  await type(other, 'echo "from" there > ~/exercises/note.txt; cat ~/exercises/note.txt');
  await page.bringToFront();
  await expect(screen(page)).toContainText('from there');
  await page.getByRole('button', { name: labWorkspaceTexts.addTerminal }).click();
  await expect(screen(page)).toContainText('exercises $');
  await terminal(page, 'Terminal 2').focus();
  await page.keyboard.type('cat ~/exercises/note.txt\n');
  await expect(screen(page)).toContainText('from there');
  await page.getByRole('tab', { name: labWorkspaceTexts.editor }).click();
  await page
    .getByRole('navigation', { name: labWorkspaceTexts.files })
    .getByRole('button', { name: 'note.txt' })
    .click();
  await expect(editor(page)).toContainText('from there');
});

longTest('typed text stays in the editor while commands change other files', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  await type(page, 'while sleep 0.1; do date +%N > ~/exercises/now.txt; done');
  await page.getByRole('tab', { name: labWorkspaceTexts.editor }).click();
  await page
    .getByRole('navigation', { name: labWorkspaceTexts.files })
    .getByRole('button', { name: 'images.yaml' })
    .click();
  await editor(page).focus();
  await page.keyboard.press('Control+Home');
  const words = Array.from({ length: 25 }, (_, at) => `word${at}`).join(' ');
  await page.keyboard.type(`# ${words}\n`);
  await expect(editor(page)).toContainText(`# ${words}`);
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await terminal(page).focus();
  await page.keyboard.press('Control+C');
  await type(page, 'cd; until grep word24 exercises/images.yaml; do sleep 0.1; done | tail -c 14');
  await expect(screen(page)).toContainText('word23 word24');
});

longTest('a flood of output stops neither the page nor the next command', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  // The quotation marks tell what is printed from what was typed.
  await type(page, 'yes "a" flood');
  await expect(screen(page)).toContainText('a flood');
  await page.keyboard.press('Control+C');
  await expect(screen(page)).toHaveText(/exercises \$\s*$/);
  await type(page, 'clear; echo "dry" again');
  await expect(screen(page)).toContainText('dry again');
});

longTest('a lab is extended once, and its work is kept for later', async ({ page }) => {
  await startLab(page, 'kube', GUIDE);
  const time = page.getByRole('timer', { name: runningLabTexts.timeLeft });
  await expect(time).toHaveText(/^[34]:\d\d$/);
  await expect(page.getByText('The lab ends in 5 minutes.')).toBeAttached();
  await page.getByRole('button', { name: runningLabTexts.extend }).press('Enter');
  await expect(page.getByText(runningLabTexts.extended)).toBeVisible();
  await expect(time).toHaveText(/^[78]:\d\d$/);
  await expect(page.getByRole('button', { name: runningLabTexts.extend })).toBeHidden();

  await type(page, 'echo "not" lost > ~/exercises/note.txt');
  const kept = page.waitForResponse((response) => response.url().endsWith('/snapshot') && response.ok());
  await turn(page, labWorkspaceTexts.continue);
  await kept;
  await page.getByRole('button', { name: runningLabTexts.end }).click();
  await expect(page.getByRole('dialog')).toContainText('Your files are kept');
  await page.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(heading(page, 'Nobody Can Pull It')).toBeVisible();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('not lost');

  await page.getByRole('button', { name: labWorkspaceTexts.restart }).click();
  await page.getByRole('dialog').getByRole('button', { name: labWorkspaceTexts.restart }).click();
  await expect(heading(page, 'Three Places to Look')).toBeVisible();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('No such file');
});

longTest('a lab that has ended gives the reason, and restarts with files', async ({ page, newDevice }) => {
  await startLab(page, 'kube', GUIDE);
  await type(page, 'echo "still" there > ~/exercises/note.txt; echo "it is" written');
  await expect(screen(page)).toContainText('it is written');
  const desk = await newDevice();
  await openAs(desk, academy.url('kube', '/admin/labs'), academy.person('admin'));
  await desk.goto(academy.url('kube', '/admin/labs'));
  await expect(desk.getByRole('region', { name: labSessionTexts.engines })).toContainText(labSessionTexts.sandbox);
  await expectAccessible(desk);
  await desk
    .getByRole('region', { name: /^Running labs/ })
    .getByRole('button', { name: 'End the lab of Nora Newcomer' })
    .first()
    .click();
  await desk.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await page.bringToFront();
  await expect(heading(page, runningLabTexts.endedTitle)).toBeFocused();
  await expect(page.getByText('Your files are kept')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: runningLabTexts.startAgain }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('still there');
});

longTest('a restart of the academy ends labs and keeps their files', async ({ page, allow }) => {
  await startLab(page, 'kube', GUIDE);
  await type(page, 'echo "out" lived > ~/exercises/note.txt; echo "it is" written');
  await expect(screen(page)).toContainText('it is written');
  allow(/.*/);
  await academy.stop();
  await expect(page.getByText('The connection to the lab is lost.')).toBeVisible();
  await academy.start();
  await expect(page.getByText(runningLabTexts.academyRestarted)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: labWorkspaceTexts.tryAgain }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'cat ~/exercises/note.txt');
  await expect(screen(page)).toContainText('out lived');
});

longTest('a lab goes on when the server is killed and started again', async ({ page, allow }) => {
  await startLab(page, 'kube', GUIDE);
  await type(page, 'own=mine; echo "it is" set');
  await expect(screen(page)).toContainText('it is set');
  allow(/.*/);
  await academy.kill();
  await expect(page.getByText('The connection to the lab is lost.')).toBeVisible();
  await academy.start();
  await expect(page.getByText('The connection to the lab is lost.')).toBeHidden({ timeout: 30_000 });
  await type(page, 'echo "still $own" here');
  await expect(screen(page)).toContainText('still mine here');
});

longTest('Shift+Tab leaves a terminal, and a phone shows the lab', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE });
  await openAs(page, academy.url('kube', GUIDE), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await page.getByRole('button', { name: labWorkspaceTexts.workspace }).click();
  await expect(screen(page)).toContainText('exercises $');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 390, 700]);
  await terminal(page).focus();
  await page.keyboard.type('ec');
  await page.keyboard.press('Tab');
  await page.keyboard.type('"completed" by Tab\n');
  await expect(screen(page)).toContainText('completed by Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(terminal(page)).not.toBeFocused();
});
