import { hasEnvironment, SAMPLE_ENVIRONMENTS } from '@academy/lab-host/testing/sample-environments';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import { ALL, type TenantName } from './support/academy.ts';
import { action, editor, replaceSelection, screen, terminal, turn, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { heading } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const NEEDED = ['java-17', 'git'];
const missing = NEEDED.filter((name) => !hasEnvironment(name));
const lack = !ALL
  ? 'they are finished in the long run'
  : !hasSandboxes
    ? 'this machine cannot run sandboxes'
    : `the environments ${missing.join(' and ')} are not in ${SAMPLE_ENVIRONMENTS}`;
const isAble = ALL && hasSandboxes && missing.length === 0;
test.skip(!isAble, `Labs with programs of Debian are left out: ${lack}.`);
/** Builds with Maven take their time on a busy machine, ms. */
const BUILD_MS = 120_000;
test.setTimeout(15 * 60_000);

test.beforeAll(async () => {
  if (!isAble) return;
  await academy.stop();
  academy.env = {
    ACADEMY_LAB_ENGINES: 'spring=sandbox,tanzu=sandbox',
    ACADEMY_LAB_ENVIRONMENTS: SAMPLE_ENVIRONMENTS,
  };
  await academy.start();
});

/** Opens the lab of a guide as a new learner, and starts it. */
async function startLab(page: Page, tenant: TenantName, guide: string): Promise<void> {
  await openAs(page, academy.url(tenant, `/guides/${guide}/lab`), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $', { timeout: 30_000 });
}

/** Presses the button of an action. */
const press = (page: Page, words: string | RegExp, button: string) =>
  action(page, words).getByRole('button', { name: button, exact: true }).click();

/** Runs a command of the page, which ends well. */
async function runs(page: Page, words: string | RegExp): Promise<void> {
  await press(page, words, labWorkspaceTexts.run);
  await expect(action(page, words)).toContainText(labWorkspaceTexts.done);
}

/** Runs a command of the page that takes long, up to its last words, which follow the command on the screen. */
async function builds(page: Page, words: string, said: string): Promise<void> {
  await press(page, words, labWorkspaceTexts.run);
  await expect(screen(page).first()).toContainText(`${said}."${said}.`, { timeout: BUILD_MS });
}

/** Runs a check, with what it must say. */
async function checks(page: Page, words: string, said: string): Promise<void> {
  const check = action(page, words);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toContainText(said, { timeout: BUILD_MS });
}

/** Adds a test to the end of the class that is open in the editor. */
async function addTest(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  // Back over the last brace.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(`\n${text}\n}\n`);
}

const shown = (page: Page) => page.frameLocator('iframe[title^="Desk:"]');

longTest('a learner finishes a Java lab with the page of its program', async ({ page, allow }) => {
  // The page of a program that was stopped, and its icon.
  allow(/status of (?:404|502)/, /^server error 502/);
  await startLab(page, 'spring', 'lab-a-test-before-the-fix');
  await expect(heading(page, 'The Desk Is Open')).toBeVisible();
  await builds(page, 'mvn -q compile', 'Built');
  await press(page, 'java -cp target/classes museum.Desk', labWorkspaceTexts.run);
  await expect(screen(page)).toContainText('The desk is open', { timeout: 30_000 });
  await press(page, 'Desk', labWorkspaceTexts.show);
  await expect(shown(page).getByText('3 visitors pay 24.00.')).toBeVisible({ timeout: 30_000 });
  await turn(page, labWorkspaceTexts.continue);

  await builds(page, 'mvn -q test && echo', 'All tests are green');
  await press(page, 'Open the tests', labWorkspaceTexts.openFile);
  await checks(page, 'a child of six who pays nothing', labWorkspaceTexts.notYet);
  await addTest(page, '    @Test\n    public void six() {\n        assertEquals(500, Prices.of(List.of(6)));\n    }');
  await checks(page, 'a child of six who pays nothing', labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);

  await press(page, 'Jump to the place', labWorkspaceTexts.showPlace);
  await replaceSelection(page, 'age >= 6');
  await press(page, 'mvn -q test && echo', labWorkspaceTexts.run);
  // The words of the build before are still there: each build shows its command and its end.
  await expect(screen(page).first()).toContainText(/(?:All tests are green\..*){4}/s, { timeout: BUILD_MS });
  await press(page, /./, labWorkspaceTexts.interrupt);
  // At once: the command waits until the program has ended.
  await press(page, 'java -cp target/classes museum.Desk', labWorkspaceTexts.run);
  await expect(screen(page)).toContainText(/The desk is open.*The desk is open/s, { timeout: 30_000 });
  await press(page, /./, labWorkspaceTexts.reload);
  await page.getByRole('tab', { name: 'Desk' }).click();
  await expect(shown(page).getByText('3 visitors pay 29.00.')).toBeVisible({ timeout: 30_000 });
  await checks(page, 'A family with a child of six pays 29.00', labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);

  await press(page, 'Open the tests', labWorkspaceTexts.openFile);
  const ten =
    '    @Test\n    public void ten() {\n        assertEquals(9600, Prices.of(Collections.nCopies(10, 40)));\n    }';
  await addTest(page, ten);
  await checks(page, 'a group of ten who pay the full price', labWorkspaceTexts.wellDone);
  await page.getByRole('tab', { name: 'Terminal 1' }).click();
  await terminal(page).focus();
  await type(page, 'sed -i \'s/size() > 10/size() >= 10/\' src/main/java/museum/Prices.java && echo "is" mended');
  await expect(screen(page)).toContainText('is mended');
  await checks(page, 'All prices follow the rules', labWorkspaceTexts.wellDone);
  await page.getByRole('button', { name: runningLabTexts.markComplete }).first().click();
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted }).first()).toBeVisible();
});

test('a learner finishes a Git lab from its start to the last check', async ({ page }) => {
  await startLab(page, 'tanzu', 'lab-two-changes-one-line');
  await runs(page, 'make-repository.sh');
  await press(page, 'git merge christmas', labWorkspaceTexts.run);
  await expect(screen(page)).toContainText('CONFLICT');
  await turn(page, labWorkspaceTexts.continue);

  await runs(page, 'git --no-pager log --merge');
  await checks(page, 'fifty messages are in work', labWorkspaceTexts.notYet);
  await press(page, 'Open the settings', labWorkspaceTexts.openFile);
  await expect(editor(page)).toContainText('<<<<<<<');
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(
    'queue: warehouse\nacknowledge: after-work\nworkers: 10\nprefetch: 5\nattempts: 3\nwait: 5s\n',
  );
  await checks(page, 'fifty messages are in work', labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);

  await checks(page, 'The merge is on main', labWorkspaceTexts.notYet);
  await runs(page, 'git add consumer.yaml');
  await runs(page, 'git commit -q -m');
  await checks(page, 'The merge is on main', labWorkspaceTexts.wellDone);
  await turn(page, labWorkspaceTexts.continue);

  await runs(page, 'git merge --no-edit shorter-words');
  await runs(page, 'git merge --no-edit daily-report');
  await checks(page, 'Everything is merged', labWorkspaceTexts.notYet);
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await type(
    page,
    'sed -i \'s/setting wait/setting pause/\' scripts/report.sh && git commit -q -a -m Mend && echo "is" mended',
  );
  await expect(screen(page)).toContainText('is mended');
  await checks(page, 'Everything is merged', labWorkspaceTexts.wellDone);
  await page.getByRole('button', { name: runningLabTexts.markComplete }).first().click();
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted }).first()).toBeVisible();
});
