import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_ENVIRONMENTS } from '@academy/lab-host/testing/sample-environments';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import { action, editor, screen, terminal, turn, type } from './support/lab-steps.ts';
import { ROOT } from './support/process.ts';
import { DATA } from './support/real-content.ts';
import { openAs } from './support/sign-in.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

/** Clones of the repositories that the lab names, such as `course-spring-batch-essentials-code`. */
const MIRRORS = process.env.ACADEMY_TEST_LAB_MIRRORS ?? '';
const COURSE = join(DATA, 'spring-academy/course-spring-batch-essentials');
const LAB =
  '/courses/building-a-batch-application-with-spring-batch/lessons/spring-batch-jobs-creating-jobs-workshop/lab';
const BUILD_MS = 600_000;
const lack = [
  [hasSandboxes, 'this machine cannot run sandboxes'],
  [existsSync(COURSE), 'the course is not beside the project'],
  [existsSync(join(SAMPLE_ENVIRONMENTS, 'spring')), `the environment "spring" is not in ${SAMPLE_ENVIRONMENTS}`],
  [MIRRORS !== '', 'ACADEMY_TEST_LAB_MIRRORS names no folder with clones of the code'],
].find(([isThere]) => isThere !== true)?.[1];
test.skip(lack !== undefined, `The lab of a real course is left out: ${lack}.`);
test.setTimeout(20 * 60_000);

test.beforeAll(async () => {
  if (lack !== undefined) return;
  await academy.stop();
  academy.env = {
    ACADEMY_LAB_ENGINES: 'spring=sandbox',
    ACADEMY_LAB_ENVIRONMENTS: SAMPLE_ENVIRONMENTS,
    ACADEMY_LAB_SANDBOX_MEGABYTES: '2048',
  };
  await academy.start();
});

/** The code block of the lab's page that holds all of these words. */
const codeWith = async (page: Page, ...words: string[]): Promise<string> => {
  const blocks = await page.locator('main:not(#main) pre code').allTextContents();
  const found = blocks.findLast((text) => words.every((word) => text.includes(word)));
  if (found === undefined) throw new Error(`no code of the page has ${words.join(' and ')}`);
  return found;
};

/** Opens a file by the button of the page, and puts a text in place of its own. */
async function replaceFile(page: Page, name: string, text: string): Promise<void> {
  await action(page, `Open ${name}`).getByRole('button').first().click();
  await expect(editor(page)).toHaveAccessibleName(new RegExp(`/${name}$`));
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

longTest('a learner does a lab of a real course to a passing build', async ({ page }) => {
  const packages = join(ROOT, 'samples/lab-packages/');
  await academy.cli([
    ...['apply', 'all', '--path', COURSE, '--tenant', 'spring'],
    ...['--source-map', `https://github.com/spring-academy/=${MIRRORS}/`],
    ...['--source-map', `ghcr.io/spring-academy/spring-academy-extension-packages/=${packages}`],
  ]);
  await openAs(page, academy.url('spring', LAB), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $', { timeout: 60_000 });

  await action(page, 'Create BillingJob.java').getByRole('button').first().click();
  await turn(page, labWorkspaceTexts.continue);
  await turn(page, labWorkspaceTexts.continue);
  await turn(page, labWorkspaceTexts.continue);
  const job = await codeWith(page, 'class BillingJob implements Job', 'jobRepository.update');
  const configuration = await codeWith(page, 'class BillingJobConfiguration', 'JobRepository');
  await replaceFile(page, 'BillingJob.java', job);
  await replaceFile(page, 'BillingJobConfiguration.java', configuration);
  await turn(page, labWorkspaceTexts.continue);
  await turn(page, labWorkspaceTexts.continue);
  const tests = await codeWith(page, 'class BillingJobApplicationTests', 'testJobExecution');
  await replaceFile(page, 'BillingJobApplicationTests.java', tests);

  await page
    .getByRole('tab', { name: /^Terminal/ })
    .first()
    .click();
  await terminal(page).focus();
  await type(page, 'clear; scripts/drop-create-database.sh > /dev/null && ./mvnw -B clean test | tail -n 12');
  await expect(screen(page)).toContainText('BUILD SUCCESS', { timeout: BUILD_MS });
  await expect(screen(page)).toContainText('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0');
  await page.getByRole('button', { name: runningLabTexts.markComplete }).first().click();
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted }).first()).toBeVisible();
});
