import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import { EmptyingProxy, type Spoil } from './support/emptying-proxy.ts';
import { ROOT } from './support/process.ts';
import { heading, hydrated } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const proxy = new EmptyingProxy();
test.beforeEach(() => proxy.open(academy.port));
test.afterEach(() => proxy.close());

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
}

/** Built files by their source, or by the name of their chunk. */
function filesOf(name: string, kind: 'script' | 'style' = 'script'): string[] {
  const text = readFileSync(join(ROOT, 'web/dist/client/.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
  if (chunk === undefined) throw new Error(`The build holds no ${name}`);
  return kind === 'script' ? [chunk.file] : (chunk.css ?? []);
}

/**
 * More than these would be a loop: a few come from each document and each retry. Where a file fails that all others import,
 * each script of a page reports it, in two documents.
 */
const MAX_ERRORS = 20;
const MAX_REPORTS = 10;
const MAX_SPOILED = 30;

const BROKEN = /^Something went wrong: /;
const notice = (page: Page) => page.getByText('Parts of this page could not be loaded. Refresh');
const trouble = (page: Page) => notice(page).or(heading(page, BROKEN)).filter({ visible: true });

interface Counted {
  documents: number;
  errors: number;
  reports: number;
}

function count(page: Page): Counted {
  const counted: Counted = { documents: 0, errors: 0, reports: 0 };
  page.on('load', () => {
    counted.documents += 1;
  });
  page.on('pageerror', () => {
    counted.errors += 1;
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/reports/error')) counted.reports += 1;
  });
  return counted;
}

/** Messages about the fault are expected; the tests check how many there are. */
const SAID = [/.*/];

const WHOLE_PAGES: readonly [what: string, name: string, spoil: Spoil][] = [
  ['an empty entry', 'src/main.tsx', 'empty'],
  ['an empty file that the entry imports', 'vendor', 'empty'],
  ['an HTML page in the place of the entry', 'src/main.tsx', 'html'],
  ['an empty screen', 'src/screens/courses/courses-screen.tsx', 'empty'],
  ['an empty file that screens share', 'shared', 'empty'],
  ['an HTML page in the place of a screen', 'src/screens/courses/courses-screen.tsx', 'html'],
];

for (const [at, [what, name, spoil]] of WHOLE_PAGES.entries()) {
  const run = at === 0 ? test : longTest;
  run(`${what} costs at most one reload and is fixed by Refresh`, async ({ page, allow }) => {
    allow(...SAID);
    const [file = ''] = filesOf(name);
    proxy.spoils = new RegExp(`/${file.replace(/[.]/g, '\\.')}$`);
    proxy.kind = spoil;
    const counted = count(page);
    await page.goto(proxy.url('spring', '/courses'));
    await expect.poll(() => counted.documents).toBe(2);
    await expect(trouble(page).first()).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // A loop makes hundreds of each within this time.
    await page.evaluate(() => new Promise((next) => requestIdleCallback(next, { timeout: 1000 })));
    expect(counted.documents).toBe(2);
    expect(counted.errors).toBeLessThanOrEqual(MAX_ERRORS);
    expect(counted.reports).toBeLessThanOrEqual(MAX_REPORTS);
    expect(proxy.spoiled).toBeLessThanOrEqual(MAX_SPOILED);

    proxy.spoils = null;
    const refresh = page
      .getByRole('link', { name: shellTexts.refresh })
      .or(page.getByRole('button', { name: shellTexts.refresh }));
    await refresh.filter({ visible: true }).first().click();
    await hydrated(page);
    await expect(heading(page, 'COURSES')).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
  });
}

longTest('files that arrive empty after a click show the error fallback', async ({ page, allow }) => {
  allow(...SAID);
  await page.goto(proxy.url('spring', '/courses'));
  await hydrated(page);
  await page.evaluate(() => sessionStorage.setItem('reloaded', '1'));
  const counted = count(page);
  const [screen = ''] = filesOf('src/screens/instructors/instructors-screen.tsx');
  const [part = ''] = filesOf('src/screens/learning-paths/learning-paths-screen.tsx');
  const [data = ''] = ['/api/v1/guides/list'];
  proxy.spoils = new RegExp(`${screen}|${part}|${data}`);
  for (const name of [routeTexts.instructors, routeTexts.learningPath, routeTexts.guides]) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(heading(page, BROKEN), name).toBeFocused();
  }
  await page.getByRole('banner').getByRole('link', { name: feedbackListTexts.courses, exact: true }).click();
  await expect(heading(page, 'COURSES')).toBeFocused();
  expect(counted.documents).toBe(0);
  expect(counted.errors).toBeLessThanOrEqual(MAX_ERRORS);
  expect(counted.reports).toBeLessThanOrEqual(MAX_REPORTS);
});

longTest('errors whose reports come back empty are dropped, and calls show errors', async ({ page, allow }) => {
  allow(...SAID);
  proxy.spoils = /\/api\/v1\/(reports\/error|guides\/list)/;
  const counted = count(page);
  await page.goto(proxy.url('spring', '/courses'));
  await hydrated(page);
  await page.evaluate(() => {
    sessionStorage.setItem('reloaded', '1');
    for (let one = 0; one < 30; one += 1) void Promise.reject(new Error(`lost ${one}`));
  });
  await page.getByRole('banner').getByRole('link', { name: routeTexts.guides, exact: true }).click();
  await expect(heading(page, BROKEN)).toBeFocused();
  expect(counted.errors).toBeLessThanOrEqual(30 + MAX_ERRORS);
  expect(counted.reports).toBeLessThanOrEqual(MAX_REPORTS);
});

longTest('styles that arrive empty are requested again; the page stays readable', async ({ page, allow }) => {
  allow(...SAID);
  const [own] = filesOf('src/screens/instructors/instructors-screen.tsx', 'style');
  if (own === undefined) throw new Error('The screen has no styles of its own');
  proxy.spoils = new RegExp(own);
  const counted = count(page);
  await page.goto(proxy.url('spring', '/courses'));
  await hydrated(page);
  await page.evaluate(() => sessionStorage.setItem('reloaded', '1'));
  await page.getByRole('banner').getByRole('link', { name: routeTexts.instructors, exact: true }).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
  await expect(notice(page)).toBeVisible();
  expect(counted.documents).toBe(1);
  expect(counted.errors).toBeLessThanOrEqual(MAX_ERRORS);
  expect(proxy.spoiled).toBeLessThanOrEqual(MAX_SPOILED);
});
