import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTexts } from '@academy/web/features/lists/list-texts';
import { searchTexts } from '@academy/web/features/search-palette/search-texts';
import { routeTexts } from '@academy/web/navigation/route-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import { expectAccessible, heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const BROKEN = /^Something went wrong: "/;

interface Line {
  msg?: string;
  correlationId?: string;
  [name: string]: unknown;
}

/** Lines of the server's log that contain a message, so far. */
function logged(message: string): Line[] {
  const text = readFileSync(join(academy.dataFolder, 'server.log'), 'utf8');
  // What comes behind the last line break is still being written.
  const lines = text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.includes(message));
  return lines.map((line) => JSON.parse(line) as Line);
}

test('a broken screen shows a reference, which the server logs once', async ({ page, context, allow }) => {
  allow(/TypeError/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, academy.url('spring', '/courses'));
  const broken = { success: true, data: 42, errors: [], correlationId: 'c-1', message: null };
  await page.route('**/api/v1/paths/list**', (route) => route.fulfill({ json: broken }));
  await page.getByRole('banner').getByRole('link', { name: routeTexts.learningPath, exact: true }).click();
  await expect(heading(page, BROKEN)).toBeFocused();
  const reference = page.getByText(/^Reference: [0-9a-f-]{36}/);
  await expect(reference).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('alert').getByRole('button', { name: uiTexts.copy }).click();
  await expect(page.getByRole('alert').getByRole('button', { name: uiTexts.copied })).toBeVisible();
  const id = await page.evaluate(() => navigator.clipboard.readText());
  await expect(reference).toContainText(id);
  const isOurs = ({ correlationId }: Line) => correlationId === id;
  await expect.poll(() => logged('error in a browser').filter(isOurs)).toHaveLength(1);
  expect(logged('error in a browser').find(isOurs)).toMatchObject({
    ...{ tenant: 'spring', path: '/paths', error: expect.stringContaining('TypeError') },
    ...{ stack: expect.stringContaining('/assets/'), release: expect.stringMatching(/\.js$/) },
  });
  // The same error again has the same reference.
  await page.getByRole('button', { name: listTexts.tryAgain }).click();
  await expect(reference).toContainText(id);
});

longTest('uncaught errors are reported once each, at most five per page', async ({ page, allow }) => {
  allow(/lost-\d|promise-\d/);
  await open(page, academy.url('kube', '/guides'));
  await page.evaluate(() => {
    for (const what of ['lost-1', 'lost-1', 'lost-2', 'lost-3', 'lost-4'])
      setTimeout(() => {
        throw what;
      });
    for (const what of ['promise-1', 'promise-2']) setTimeout(() => void Promise.reject(what));
  });
  const seen = () => logged('error in a browser').filter(({ path }) => path === '/guides');
  await expect.poll(seen).toHaveLength(5);
  expect(new Set(seen().map(({ error }) => error)).size).toBe(5);
  await expect(page.getByRole('region', { name: uiTexts.messages })).toBeEmpty();
});

longTest('an error of the server is not reported; its reference is shown', async ({ page, allow }) => {
  allow(/status of 500/, /^server error 500/, /CallError/);
  await open(page, academy.url('spring', '/courses'));
  await page.route('**/api/v1/instructors/**', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, data: null, errors: [{ errorMessage: 'Broken' }], correlationId: 'c-17', message: null },
    }),
  );
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/reports/error')) reports += 1;
  });
  await page.getByRole('banner').getByRole('link', { name: searchTexts.instructor, exact: true }).click();
  await expect(page.getByRole('alert').getByText('Reference: c-17')).toBeVisible();
  expect(reports).toBe(0);
});

longTest('a report that does not arrive is neither shown nor repeated', async ({ page, allow }) => {
  allow(/lost-away/, /reports\/error/, /ERR_/);
  await open(page, academy.url('tanzu', '/courses'));
  await page.route('**/reports/error', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('lost-away');
    });
  });
  await failed;
  await expect(page.getByRole('region', { name: uiTexts.messages })).toBeEmpty();
  await expect(heading(page, 'COURSES')).toBeVisible();
});

test('a violation of the security policy is logged with directive and host', async ({ page, allow }) => {
  allow(/CSP img-src|Content Security Policy|tracker\.example\.net/);
  await open(page, academy.url('spring', '/courses?q=private'));
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: 'https://tracker.example.net/pixel?who=private' }));
  });
  // Other files use this academy too.
  const ofTracker = () => logged('content security policy').filter(({ blocked }) => blocked === 'tracker.example.net');
  await expect.poll(ofTracker).toHaveLength(1);
  const [line = {}] = ofTracker();
  expect(line).toMatchObject({ directive: 'img-src' });
  expect(JSON.stringify(line)).not.toContain('private');
});
