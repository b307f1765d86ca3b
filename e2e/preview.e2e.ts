import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import type { Locator, Page } from '@playwright/test';
import { findingsOfAxe } from './support/axe.ts';
import { action, screen } from './support/lab-steps.ts';
import { spawnCli } from './support/process.ts';
import { expect, longTest, test } from './support/test.ts';

let folder = '';
let address = '';
let output = '';
let child: ChildProcess;

const WORKSHOP = `apiVersion: training.educates.dev/v1beta1
kind: Workshop
metadata:
  name: spring-hello-lab
spec:
  title: A Lab That Is Shown
  description: It says hello.
`;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const lessonFile = () => join(folder, 'course/01-lesson-hello/content.md');

/** Starts the preview of an author's folder with one course. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'academy-preview-'));
  const lesson = {
    id: 'spring-shown-hello',
    slug: 'hello',
    title: 'Hello',
    status: 'live',
    type: 'article',
    duration: 60,
  };
  const course = {
    id: 'spring-shown',
    slug: 'shown',
    title: 'A Course That Is Shown',
    status: 'draft',
    order: 1,
    level: 'beginner',
    topics: ['java'],
    entitlements: ['pro'],
    instructors: [],
    settings: {},
  };
  mkdirSync(join(folder, 'course/01-lesson-hello'), { recursive: true });
  writeFileSync(join(folder, 'course/course.json'), JSON.stringify(course));
  writeFileSync(join(folder, 'course/description.md'), 'A course.\n');
  writeFileSync(join(folder, 'course/summary.md'), 'What it is about.\n');
  writeFileSync(join(folder, 'course/01-lesson-hello/lesson.json'), JSON.stringify(lesson));
  writeFileSync(join(folder, 'course/01-lesson-hello/description.md'), 'The first.\n');
  writeFileSync(lessonFile(), '## First words\n\nHello, reader.\n\n![](missing.png)\n');
  child = spawnCli(['preview', '--path', folder, '--port', '0']);
  output = '';
  address = await new Promise((resolve, reject) => {
    const read = (chunk: string) => {
      output += chunk;
      const found = /http:\/\/spring\.localhost:\d+\/~preview\S*/.exec(output);
      if (found !== null && output.includes('Press Ctrl-C')) resolve(found[0]);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`The preview ended with ${code}:\n${output}`)));
  });
});

test.afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

test('an author previews a folder as an academy, with the page’s findings', async ({ page }) => {
  await page.goto(address);
  const academy = page.frameLocator('iframe');
  await expect(academy.getByRole('heading', { level: 1, name: 'A Course That Is Shown' })).toBeVisible();
  await academy.getByRole('link', { name: /Hello/ }).first().click();
  await expect(academy.getByText('Hello, reader.')).toBeVisible();
  const here = page.getByRole('list', { name: 'This page' });
  await expect(here).toContainText('image-missing');
  await expect(here).toContainText('content.md:5');
  const findings = await findingsOfAxe(page, { exclude: ['iframe'] });
  expect(findings.map(({ id }) => id)).toEqual([]);
  // A film shows it until it plays.
  const picture = await page.evaluate(async () => {
    const { status, headers } = await fetch('/assets/cards/courses/shown.png');
    return [status, headers.get('content-type')];
  });
  expect(picture).toEqual([200, 'image/png']);
});

test('an author answers a check without a log-in, again after a change', async ({ page, allow }) => {
  // Until the new lesson is read.
  allow(/status of 404/);
  const check = join(folder, 'course/02-lesson-check');
  const writeCheck = (option: string) =>
    writeFileSync(
      join(check, 'content.md'),
      `~~~quizdown\n---\npassingGrade: 100\nenableRetry: false\n---\n\n## Which?\n\n- [ ] The first\n- [x] ${option}\n~~~\n`,
    );
  const lesson = { id: 'spring-shown-check', slug: 'check', title: 'Check', status: 'live', type: 'knowledge-check' };
  mkdirSync(check);
  writeFileSync(join(check, 'lesson.json'), JSON.stringify({ ...lesson, duration: 60, settings: {} }));
  writeCheck('The second');
  const at = `${new URL(address).origin}/courses/shown/lessons/check/knowledge-check`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(async () => expect((await page.goto(at))?.status()).toBe(200)).toPass();
  await button(knowledgeCheckTexts.start).click();
  await page.getByLabel('The first').check();
  await button(attemptTexts.submit).click();
  await expect(page.getByRole('heading', { name: 'Not passed yet: 0 of 1 right' })).toBeVisible();
  await button(attemptTexts.retake).first().click();
  await page.getByLabel('The second').check();
  await button(attemptTexts.submit).click();
  await expect(page.getByRole('heading', { name: 'Passed: 1 of 1 right' })).toBeVisible();

  writeCheck('Another one');
  await expect(async () => {
    await page.goto(at);
    await expect(page.getByRole('main').getByText('Another one')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await button(knowledgeCheckTexts.continue).click();
  await expect(page.getByLabel('Another one')).not.toBeChecked();
  rmSync(check, { recursive: true });
});

test('an author starts labs of a lesson and a guide without a log-in', async ({ page, allow }) => {
  // Until the new items are read.
  allow(/status of 404/);
  const [lesson, guide] = [join(folder, 'course/02-lesson-lab'), join(folder, 'guide')];
  const lab = { slug: 'lab', title: 'Lab', status: 'live', type: 'lab', duration: 60 };
  const settings = { educates: 'spring-hello-lab' };
  write(join(folder, 'hello-lab/resources/workshop.yaml'), WORKSHOP);
  const exercise = join(folder, 'hello-lab/exercises/word.txt');
  write(exercise, 'hello\n');
  write(join(folder, 'hello-lab/workshop/content/01-read.md'), '```terminal:execute\ncommand: cat word.txt\n```\n');
  write(join(lesson, 'lesson.json'), JSON.stringify({ id: 'spring-shown-lab', ...lab, settings }));
  const ofGuide = { level: 'beginner', topics: ['java'], entitlements: [], instructors: [], settings };
  write(join(guide, 'guide.json'), JSON.stringify({ id: 'spring-lab', ...lab, ...ofGuide }));
  write(join(guide, 'description.md'), 'A lab.\n');
  const run = action(page, 'cat').getByRole('button', { name: labWorkspaceTexts.run });
  const start = page.getByRole('button', { name: labStartTexts.start });
  for (const path of ['/courses/shown/lessons/lab/lab', '/guides/lab/lab']) {
    await expect(async () => {
      await page.goto(new URL(path, address).href);
      await start.click({ timeout: 1_000 });
    }).toPass();
    await run.click();
    await expect(screen(page)).toContainText('hello');
    await page.reload();
    await expect(run).toBeVisible();
  }
  write(exercise, 'good morning\n');
  await expect(async () => {
    await page.reload();
    await start.click({ timeout: 1_000 });
  }).toPass();
  await run.click();
  await expect(screen(page)).toContainText('good morning');
  const press = (name: string, place: Page | Locator = page) =>
    place.getByRole('button', { name, exact: true }).first().click();
  await press(runningLabTexts.markComplete);
  await expect(page.getByRole('button', { name: runningLabTexts.isCompleted }).first()).toBeVisible();
  await press(labWorkspaceTexts.restart);
  await press(labWorkspaceTexts.restart, page.getByRole('dialog'));
  await expect(page.getByText(labWorkspaceTexts.restarted)).toBeVisible();
  await press(runningLabTexts.end);
  await press(runningLabTexts.end, page.getByRole('dialog'));
  await expect(start).toBeVisible();
  for (const one of [lesson, guide, join(folder, 'hello-lab')]) rmSync(one, { recursive: true });
});

test('a saved change is shown at once, and its findings disappear', async ({ page }) => {
  const before = readFileSync(lessonFile(), 'utf8');
  await page.goto(`${address.replace(/\?.*$/, '')}?open=/courses/shown/lessons/hello`);
  const academy = page.frameLocator('iframe');
  await expect(academy.getByText('Hello, reader.')).toBeVisible();
  writeFileSync(lessonFile(), '## First words\n\nHello again, reader.\n\n## More words\n\nThe end.\n');
  await expect(academy.getByText('Hello again, reader.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'This page' })).not.toContainText('image-missing');
  // Editors write a new file and rename it; the second time shows that the watch survived the first.
  for (const words of ['Renamed once.', 'Renamed twice.']) {
    writeFileSync(`${lessonFile()}.new`, `## First words\n\n${words}\n`);
    renameSync(`${lessonFile()}.new`, lessonFile());
    await expect(academy.getByText(words)).toBeVisible();
  }
  expect(output).toMatch(/Rebuilt course spring-shown; 1 item, \d+ findings?, \d+ ms/);
  writeFileSync(lessonFile(), before);
  await expect(academy.getByText('Hello, reader.')).toBeVisible();
});

longTest('a change saved while the first page loads still shows that page', async ({ page }) => {
  const before = readFileSync(lessonFile(), 'utf8');
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname === '/courses/shown',
    async (route) => {
      asked.resolve();
      await released.promise;
      // The preview may have asked again in the meantime.
      await route.continue().catch(() => undefined);
    },
  );
  await page.goto(address, { waitUntil: 'commit' });
  await asked.promise;
  const findings = page.getByRole('list', { name: 'Everything else' });
  await expect(findings).toContainText('image-missing');
  writeFileSync(lessonFile(), '## First words\n\nNo picture any more.\n');
  await expect(findings).not.toContainText('image-missing');
  released.resolve();
  await expect(
    page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'A Course That Is Shown' }),
  ).toBeVisible();
  writeFileSync(lessonFile(), before);
});

longTest('a broken file is reported, and valid content is still shown', async ({ page }) => {
  const file = join(folder, 'course/01-lesson-hello/lesson.json');
  const before = readFileSync(file, 'utf8');
  await page.goto(address);
  writeFileSync(file, before.slice(0, -1));
  await expect(page.getByRole('list', { name: 'Everything else' })).toContainText('json-broken');
  const outdated = page.getByText('as it was before the mistake');
  await expect(outdated).toBeVisible();
  writeFileSync(file, before);
  await expect(outdated).toBeHidden();
  await expect(page.getByRole('list', { name: 'Everything else' })).not.toContainText('json-broken');
  await expect(
    page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'A Course That Is Shown' }),
  ).toBeVisible();
});

test('the preview refuses another host name that leads to this machine', async () => {
  const { port } = new URL(address);
  const asked = (host: string, path = '/~preview/content.json') =>
    new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
  expect(await asked(`spring.localhost:${port}`)).toBe(200);
  expect(await asked(`evil.example:${port}`)).toBe(400);
  // Pages ask before they reload themselves.
  expect(await asked(`spring.localhost:${port}`, '/health/live')).toBe(200);
});
