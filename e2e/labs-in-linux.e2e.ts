import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { action, editor, replaceSelection, screen, turn, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading } from './support/steps.ts';
import { expect, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const samples = join(import.meta.dirname, '../samples/linux');
/** A machine without a free processor needs so long for a program, ms. */
const PROGRAM_MS = 300_000;
test.setTimeout(30 * 60_000);
test.skip(!ALL, 'Labs in a Linux of the browser are done in the long run.');

/** Leaves a journey out where its image is not there. */
const needs = (name: string) =>
  test.skip(!hasImage(name), `Labs in a Linux are left out: the image ${name} is not in ${SAMPLE_IMAGES}.`);

test.beforeAll(async () => {
  if (!ALL) return;
  symlinkSync(SAMPLE_IMAGES, join(academy.dataFolder, 'lab-images'));
  const { code, stderr } = await academy.cli([
    'apply',
    'all',
    '--path',
    samples,
    '--tenant',
    academy.tenantId('tanzu'),
  ]);
  expect(code, stderr).toBe(0);
});

/** Opens a lab as a new learner and starts it, up to the prompt of its Linux. */
async function startLab(page: Page, lab: string): Promise<void> {
  const path = `/courses/labs-in-linux/lessons/${lab}/lab`;
  await openAs(page, academy.url('tanzu', path), await academy.newPerson());
  await expect(page.getByText(/^A real Linux starts in your browser/)).toBeVisible();
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.getByRole('button', { name: labWorkspaceTexts.restart })).toBeVisible();
  await toHalf(page, labWorkspaceTexts.workspace);
  await expect(screen(page)).toContainText('exercises $', { timeout: PROGRAM_MS });
}

/** Shows a half of the lab where only one fits. */
async function toHalf(page: Page, name: string): Promise<void> {
  const half = page.getByRole('button', { name, exact: true });
  if (await half.isVisible()) await half.click();
}
const toInstructions = (page: Page) => toHalf(page, labWorkspaceTexts.instructions);

/** Runs a command of the page, up to the end of what it says. */
async function runs(page: Page, words: string, said: string | RegExp): Promise<void> {
  await toInstructions(page);
  await action(page, words).getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText(said, { timeout: PROGRAM_MS });
}

/** Runs a check of the page, which passes. */
async function checks(page: Page, words: string): Promise<void> {
  await toInstructions(page);
  const check = action(page, words);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await toInstructions(page);
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone, { timeout: PROGRAM_MS });
}

async function turnOn(page: Page): Promise<void> {
  await toInstructions(page);
  await turn(page, labWorkspaceTexts.continue);
}

async function bisects(page: Page): Promise<void> {
  await runs(page, 'make-repository.sh', /The repository is in.*exercises\/prices \$/);
  await runs(page, 'git --no-pager log', /Add salt.*Add prices.*\$/);
  await runs(page, 'bisect start', /\] Add tea.*\$/);
  await runs(page, 'bisect run', /bisect found first bad commit.*\$/);
  await runs(page, 'bisect reset', /Switched to branch 'main'.*\$/);
  await checks(page, 'You have found the commit');
  await turnOn(page);
  await runs(page, 'git merge mended', /Automatic merge failed.*\$/);
}

for (const [width, size] of [
  ['a screen', { width: 1280, height: 800 }],
  ['a phone', PHONE],
] as const)
  test(`a learner bisects and merges with Git in the browser, on ${width}`, async ({ page }) => {
    needs('git');
    await page.setViewportSize(size);
    await startLab(page, 'which-commit');
    await bisects(page);
    await type(page, "sed -i -e '/^<<<<<<</,/^=======/d' -e '/^>>>>>>>/d' total.sh; echo mended $?");
    await expect(screen(page)).toContainText('mended 0', { timeout: PROGRAM_MS });
    await checks(page, 'no mark of the conflict');
    await runs(page, 'git commit', /Merge the mended total.*\$/);
    await checks(page, 'The merge is on main');
    await expectNoSidewaysScroll(page, [360, 1280]);
    await expectAccessible(page);
  });

test('a repository is still there after the page was loaded again', async ({ page }) => {
  needs('git');
  await startLab(page, 'which-commit');
  await runs(page, 'make-repository.sh', /The repository is in.*\$/);
  await page.getByRole('tab', { name: labWorkspaceTexts.changes }).click();
  await expect(page.getByText('exercises/prices/total.sh')).toBeVisible();
  await page.reload();
  await expect(screen(page)).toContainText('exercises $', { timeout: PROGRAM_MS });
  await type(page, 'cd prices && git status && git log --oneline | wc -l');
  await expect(screen(page)).toContainText('nothing to commit', { timeout: PROGRAM_MS });
  await page.getByRole('button', { name: labWorkspaceTexts.toLight }).click();
  await expect(screen(page)).toContainText('~/exercises $');
  await type(page, 'cat ~/exercises/prices/README');
  await expect(screen(page)).toContainText('Prices are in cents');
});

test('a learner mends a service in the browser and sees its page', async ({ page }) => {
  needs('python');
  await startLab(page, 'answers-500');
  await runs(page, 'shop.py', /sleep 2.*exercises \$/);
  await runs(page, 'curl -s', /500.*exercises \$/);
  await runs(page, 'tail -n 5', /Error.*exercises \$/);
  await checks(page, 'has written down what went wrong');
  await turnOn(page);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, '270');
  await checks(page, 'The shop answers 200');
  await page.getByRole('tab', { name: 'Tea shop' }).click();
  const shop = page.frameLocator('iframe').frameLocator('iframe');
  await expect(shop.getByRole('heading', { name: 'Tea shop' })).toHaveCSS('color', 'rgb(0, 100, 0)');
  await shop.getByRole('link', { name: 'About us' }).click();
  await expect(shop.getByText('We sell tea.')).toBeVisible();
});

test('a learner finds a crash with gdb in the browser and mends it', async ({ page }) => {
  needs('c');
  await startLab(page, 'it-crashes');
  await runs(page, '&& make', /-o count.*exercises \$/);
  await runs(page, './count', /Segmentation fault.*exercises \$/);
  await runs(page, 'gdb', /\$2 = .*exercises \$/);
  await checks(page, 'built with what gdb needs');
  await turnOn(page);
  await page.getByRole('button', { name: labWorkspaceTexts.showPlace }).click();
  await replaceSelection(page, 'at < argc');
  await expect(editor(page)).toContainText('at < argc');
  await checks(page, 'The program counts three words');
  await expect(heading(page, 'Mend It')).toBeVisible();
});
