import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Locator, Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { signInByKeys, walkTo } from './support/keys.ts';
import { action, editor, replaceSelection, screen, terminal, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
const samples = join(import.meta.dirname, '../samples/linux');
/** A machine without a free processor needs so long for a program, ms. */
const PROGRAM_MS = 300_000;
/** Where a browser keeps the work of labs. */
const LAB_WORK_DATABASE = 'lab-work';
/** What programs have written is kept within this time, ms. */
const SETTLED_MS = 5_000;
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

const pathOf = (lab: string) => `/courses/labs-in-linux/lessons/${lab}/lab`;
const SIZES = [
  ['a screen', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const;

/** Presses a button. */
type Press = (button: Locator) => Promise<void>;
const byHand: Press = (button) => button.click();
const byKeys =
  (page: Page): Press =>
  async (button) => {
    // The Tab key belongs to the shell of a terminal.
    await walkTo(page, button, 'Shift+Tab');
    await page.keyboard.press('Enter');
  };

/** Opens a lab as a new learner and starts it, up to the prompt of its Linux. */
async function startLab(page: Page, lab: string): Promise<void> {
  await openAs(page, academy.url('tanzu', pathOf(lab)), await academy.newPerson());
  await begin(page, byHand);
}

async function begin(page: Page, press: Press): Promise<void> {
  await expect(page.getByText(/^A real Linux starts in your browser/)).toBeVisible();
  await press(page.getByRole('button', { name: labStartTexts.start }));
  await expect(page.getByRole('button', { name: labWorkspaceTexts.restart })).toBeVisible();
  await toHalf(page, labWorkspaceTexts.workspace);
  await hasPrompt(page);
}

const shows = (page: Page, words: string | RegExp) =>
  expect(screen(page)).toContainText(words, { timeout: PROGRAM_MS });
const hasPrompt = (page: Page) => expect(screen(page)).toHaveText(/exercises \$\s*$/, { timeout: PROGRAM_MS });

/** Shows a half of the lab where only one fits. */
async function toHalf(page: Page, name: string): Promise<void> {
  const half = page.getByRole('button', { name, exact: true });
  if (await half.isVisible()) await half.click();
}
const toInstructions = (page: Page) => toHalf(page, labWorkspaceTexts.instructions);

/** Runs a command of the page, up to the end of what it says. */
async function runs(page: Page, words: string | RegExp, said: string | RegExp, press = byHand): Promise<void> {
  await toInstructions(page);
  await press(action(page, words).getByRole('button', { name: labWorkspaceTexts.run }));
  await shows(page, said);
}

/** Runs a check of the page, which passes. */
async function checks(page: Page, words: string, press = byHand): Promise<void> {
  await toInstructions(page);
  const check = action(page, words);
  await press(check.getByRole('button', { name: labWorkspaceTexts.checkWork }));
  await toInstructions(page);
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone, { timeout: PROGRAM_MS });
}

async function turnOn(page: Page, press = byHand): Promise<void> {
  await toInstructions(page);
  await press(
    page
      .getByRole('navigation', { name: labWorkspaceTexts.pages })
      .getByRole('button', { name: labWorkspaceTexts.continue }),
  );
}

/** Shows a place of a file in the editor, and writes something else there. */
async function mends(page: Page, text: string, press = byHand): Promise<void> {
  await toInstructions(page);
  await press(page.getByRole('button', { name: labWorkspaceTexts.showPlace }));
  await replaceSelection(page, text);
}

async function findsAndMerges(page: Page): Promise<void> {
  await runs(page, 'make-repository.sh', /The repository is in.*exercises\/prices \$/);
  await runs(page, 'git --no-pager log', /Add salt.*Add prices.*\$/);
  await runs(page, 'bisect start', /\] Add tea.*\$/);
  await runs(page, 'bisect run', /bisect found first bad commit.*\$/);
  await runs(page, 'bisect reset', /Switched to branch 'main'.*\$/);
  await checks(page, 'You have found the commit');
  await turnOn(page);
  await runs(page, 'git merge mended', /Automatic merge failed.*\$/);
  await type(page, "sed -i -e '/^<<<<<<</,/^=======/d' -e '/^>>>>>>>/d' total.sh; echo mended $?");
  await shows(page, 'mended 0');
  await checks(page, 'no mark of the conflict');
  await runs(page, 'git commit', /Merge the mended total.*\$/);
  await checks(page, 'The merge is on main');
}

async function mendsTheShop(page: Page): Promise<void> {
  await runs(page, 'shop.py', /done.*exercises \$/);
  await runs(page, 'http_code', /500.*exercises \$/);
  await runs(page, 'tail -n 5', /Error.*exercises \$/);
  await checks(page, 'has written down what went wrong');
  await turnOn(page);
  await mends(page, '270');
  await checks(page, 'The shop answers 200');
  await toHalf(page, labWorkspaceTexts.workspace);
  await page.getByRole('tab', { name: 'Tea shop' }).click();
  const shop = page.frameLocator('iframe').frameLocator('iframe');
  await expect(shop.getByRole('heading', { name: 'Tea shop' })).toHaveCSS('color', 'rgb(0, 100, 0)', {
    timeout: PROGRAM_MS,
  });
  await shop.getByRole('link', { name: 'About us' }).click();
  await expect(shop.getByText('We sell tea.')).toBeVisible({ timeout: PROGRAM_MS });
}

async function findsTheCrash(page: Page, press = byHand): Promise<void> {
  await runs(page, '&& make', /-o count.*exercises \$/, press);
  // The debugger's command names the program, too.
  await runs(page, /^(?!.*gdb).*\.\/count/s, /Segmentation fault.*exercises \$/, press);
  await runs(page, 'gdb', /\$2 = .*exercises \$/, press);
  await checks(page, 'built with what gdb needs', press);
  await turnOn(page, press);
  await mends(page, 'at < argc', press);
  await expect(editor(page)).toContainText('at < argc');
  await checks(page, 'The program counts three words', press);
  await expect(heading(page, 'Mend It')).toBeVisible();
}

const LABS = [
  ['bisects and merges with Git in the browser', 'which-commit', 'git', findsAndMerges],
  ['mends a service in the browser and sees its page', 'answers-500', 'python', mendsTheShop],
  ['finds a crash with gdb in the browser and mends it', 'it-crashes', 'c', findsTheCrash],
] as const;

for (const [does, lab, image, work] of LABS)
  for (const [width, viewport] of SIZES)
    test(`a learner ${does}, on ${width}`, async ({ page, allow }) => {
      needs(image);
      // The check of accessibility asks frames, and the one without an origin does not hear it.
      allow(/postMessage.* does not match the recipient window's origin \('null'\)/);
      await page.setViewportSize(viewport);
      await startLab(page, lab);
      await work(page);
      await expectNoSidewaysScroll(page, [360, 1280]);
      await expectAccessible(page);
    });

test('a lab in a Linux is done with the keyboard alone, from log-in on', async ({ page }) => {
  needs('c');
  await page.goto(academy.url('tanzu', pathOf('it-crashes')));
  await signInByKeys(page, await academy.newPerson());
  await page.goto(academy.url('tanzu', pathOf('it-crashes')));
  await begin(page, byKeys(page));
  await findsTheCrash(page, byKeys(page));
});

test('a Linux in the browser has vi, less, Tab, Ctrl+C and its size', async ({ page }) => {
  needs('git');
  await startLab(page, 'which-commit');
  await type(page, 'vi note.txt');
  await shows(page, /note\.txt.*\[New/);
  await page.keyboard.type('ogreen tea');
  await page.keyboard.press('Escape');
  await page.keyboard.type(':wq\n');
  await hasPrompt(page);
  await type(page, 'clear; tr a-z A-Z < note.txt');
  await shows(page, 'GREEN TEA');
  await type(page, 'less make-repository.sh');
  await shows(page, '#!/bin/bash');
  await page.keyboard.press('q');
  await hasPrompt(page);
  // The shell completes the name behind the words.
  await page.keyboard.type('wc -l no');
  await page.keyboard.press('Tab');
  await shows(page, 'wc -l note.txt');
  await page.keyboard.press('Enter');
  await shows(page, '2 note.txt');
  await type(page, 'clear; echo "now" asleep; sleep 1000');
  await shows(page, 'now asleep');
  await page.keyboard.press('Control+C');
  await type(page, 'echo "ended" with $?');
  await shows(page, 'ended with 130');
  for (const height of [800, 600]) {
    await page.setViewportSize({ width: 1280, height });
    const rows = page.locator('.xterm-rows > div').filter({ visible: true });
    await type(page, 'clear; stty size');
    await expect
      .poll(async () => (await screen(page).textContent())?.includes(`${await rows.count()} `), { timeout: PROGRAM_MS })
      .toBe(true);
  }
});

test('two terminals of a Linux share files and processes', async ({ page }) => {
  needs('git');
  await startLab(page, 'which-commit');
  await type(page, 'sleep 4321 & echo "from" one > note.txt');
  await page.getByRole('button', { name: labWorkspaceTexts.addTerminal }).click();
  await hasPrompt(page);
  await terminal(page, 'Terminal 2').focus();
  await page.keyboard.type('cat note.txt; pkill -f "sleep 4321"; echo "ended" $?\n');
  await shows(page, /from one.*ended 0/);
  await page.getByRole('tab', { name: 'Terminal 1' }).click();
  await type(page, '');
  await shows(page, /Terminated.*sleep 4321/);
});

test('a machine that hangs is replaced by one with the same files', async ({ page }) => {
  needs('git');
  await startLab(page, 'which-commit');
  await type(page, 'echo "was" kept > note.txt; cat note.txt');
  await shows(page, 'was kept');
  await page.getByRole('tab', { name: labWorkspaceTexts.editor }).click();
  await expect(
    page.getByRole('navigation', { name: labWorkspaceTexts.files }).getByRole('button', { name: 'note.txt' }),
  ).toBeVisible({ timeout: PROGRAM_MS });
  const machine = page.workers().find((worker) => worker.url().includes('linux'));
  // It answers nothing from now on, not even that it ends.
  machine
    ?.evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  await expect(page.getByText(labWorkspaceTexts.replaced)).toBeVisible({ timeout: PROGRAM_MS });
  await page.getByRole('tab', { name: labWorkspaceTexts.terminal }).click();
  await hasPrompt(page);
  await type(page, 'cat note.txt');
  await shows(page, 'was kept');
});

test('a learner begins in the light shell while the Linux is loaded', async ({ page }) => {
  needs('git');
  const loads = Promise.withResolvers<void>();
  await page.route('**/lab-images/files/*', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await openAs(page, academy.url('tanzu', pathOf('which-commit')), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(page.getByRole('progressbar', { name: /^Linux is loading: 0 of \d+ MB$/ })).toBeVisible();
  await page.getByRole('button', { name: labWorkspaceTexts.meanwhile }).click();
  await expect(screen(page)).toContainText('~/exercises $');
  await type(page, 'echo "from the" light > note.txt; cat note.txt');
  await expect(screen(page)).toContainText('from the light');
  loads.resolve();
  await expect(page.getByText(labWorkspaceTexts.linuxLoaded)).toBeVisible({ timeout: PROGRAM_MS });
  await page.getByRole('button', { name: labWorkspaceTexts.toLinux }).click();
  await hasPrompt(page);
  await type(page, 'cat note.txt; uname');
  await shows(page, /from the light.*Linux/);
});

/** The work of a lab on this device has been the same for so long, ms. */
const sinceLastKept = (page: Page): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('work').objectStore('work').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const [last = ''] = reading.result.flatMap((one: { at?: unknown }) =>
              typeof one.at === 'string' ? one.at : [],
            );
            resolve(Date.now() - Date.parse(last));
          };
        };
      }),
    LAB_WORK_DATABASE,
  );

test('a repository is still there after the page was loaded again', async ({ page }) => {
  needs('git');
  await startLab(page, 'which-commit');
  await runs(page, 'make-repository.sh', /The repository is in.*\$/);
  await page.getByRole('tab', { name: labWorkspaceTexts.changes }).click();
  await expect(page.getByText('exercises/prices/total.sh')).toBeVisible();
  await expect.poll(() => sinceLastKept(page), { timeout: PROGRAM_MS }).toBeGreaterThan(SETTLED_MS);
  await page.reload();
  await hasPrompt(page);
  await type(page, 'cd prices && git status && git log --oneline | wc -l');
  await shows(page, 'nothing to commit');
  await page.getByRole('button', { name: labWorkspaceTexts.toLight }).click();
  await expect(screen(page)).toContainText('~/exercises $');
  await type(page, 'cat ~/exercises/prices/README');
  await expect(screen(page)).toContainText('Prices are in cents');
});
