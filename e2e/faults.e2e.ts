import { TEXTS } from '@academy/contract/texts';
import type { Page, Request } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { FAULTS, type Fault, FaultServer } from './support/fault-server.ts';
import { screensOf } from './support/screens.ts';
import { openAs } from './support/sign-in.ts';
import { open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';
import type { Watch } from './support/watch.ts';

const academy = useSharedAcademy();
const server = new FaultServer();
test.beforeEach(({ context }) => server.open(context, academy.port));
test.afterEach(() => server.close());

/** These redirect elsewhere, or have nothing to read. */
const PASSED_THROUGH = ['/login/callback', '/auth', '/appLogout'];
/** Every screen of an academy that reads data, as an administrator may open it. */
const SCREENS = screensOf('spring')
  .filter(([path, , status]) => status === undefined && !PASSED_THROUGH.includes(path) && !path.includes('?'))
  .map(([path]) => path);
// There are more faults than calls of any screen, so each call meets several; all of them at all calls would take an hour.
if (ALL) test.describe.configure({ mode: 'parallel' });
/** The number of tests that share the faults. */
const GROUPS = ALL ? Object.keys(FAULTS).length : 8;
/** A page that reads hardly anything. */
const QUIET = '/not-found';

/** Navigates within the document, as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** Resolves when the screen, or its error, has a title and nothing is loading. */
async function settled(page: Page, what: string): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .evaluate((loadingText) => {
            const isShown = (element: Element) => (element as HTMLElement).checkVisibility();
            const loading = [...document.querySelectorAll('[role=status]')].some(
              (element) => element.textContent === loadingText && isShown(element),
            );
            const title = [...document.querySelectorAll('h1')].find(isShown)?.textContent ?? '';
            // The previous screen stays until the next one has loaded.
            if (title.startsWith('Sorry, ') && location.pathname !== '/not-found') return 'still the screen before';
            return loading ? 'still loading' : title === '' ? 'blank' : 'settled';
          }, TEXTS.loading)
          .catch(() => 'on the way to another document'),
      { message: what, timeout: 20_000 },
    )
    .toBe('settled');
}

/** Opens a page that reads nothing, and waits for the calls of every document. */
async function beQuiet(page: Page): Promise<void> {
  await open(page, academy.url('spring', QUIET));
  await page.waitForLoadState('networkidle');
}

/** The calls of a page that reads nothing else, which every document makes. */
const readsOfEveryPage = new Set<string>();
/** The calls of each screen; they do not depend on the fault. */
const readsBefore = new Map<string, string[]>();

const readIn = (request: Request) => new URL(request.url()).pathname.replace('/api/v1', '');

/** The calls that a screen makes when it is opened, as paths below the API. */
async function readsOf(page: Page, path: string): Promise<string[]> {
  const known = readsBefore.get(path);
  if (known !== undefined) return known;
  const reads = new Set<string>();
  let asked = 0;
  let answered = 0;
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/v1')) return;
    asked += 1;
    reads.add(readIn(request));
  };
  const end = (request: Request) => {
    if (request.method() === 'GET' && request.url().includes('/api/v1')) answered += 1;
  };
  const noteOfEveryPage = (request: Request) => void readsOfEveryPage.add(readIn(request));
  page.on('request', noteOfEveryPage);
  await beQuiet(page);
  page.off('request', noteOfEveryPage);
  page.on('request', note).on('requestfinished', end).on('requestfailed', end);
  await follow(page, path);
  await expect(page).toHaveURL(academy.url('spring', path));
  await settled(page, path);
  let before = -1;
  await expect
    .poll(
      () => {
        const isQuiet = before === asked && asked === answered;
        before = asked;
        return isQuiet;
      },
      { intervals: [300], message: `${path} has asked for all it needs` },
    )
    .toBe(true);
  page.off('request', note).off('requestfinished', end).off('requestfailed', end);
  // Polled every few seconds on every page.
  const all = [...reads].filter((read) => read !== '/progress/mark').sort();
  readsBefore.set(path, all);
  return all;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Opens a screen with one fault at one call, and once more without the fault. */
async function meet(page: Page, watched: Watch, [name, does]: [string, Fault], path: string, read: string) {
  const what = `${name} at ${read} on ${path}`;
  if (readsOfEveryPage.has(read)) await beQuiet(page);
  else await open(page, academy.url('spring', QUIET));
  server.fault = { on: new RegExp(`^${escaped(read)}(\\?|$)`), method: 'GET', does };
  server.spoiled = 0;
  await follow(page, path);
  await expect.poll(() => server.spoiled, { message: `${what}: the call is made` }).toBeGreaterThan(0);
  await settled(page, what);
  await expect(page.getByRole('banner'), what).toBeVisible();
  expect(
    watched.problems.filter((problem) => problem.startsWith('page error')),
    what,
  ).toEqual([]);
  server.fault = null;
  await page.goto(academy.url('spring', path));
  await settled(page, `${what}, afterwards`);
  await expect(page.getByRole('heading', { name: /^Something went wrong/ }), what).toHaveCount(0);
}

const named = Object.entries(FAULTS);
for (let group = 0; group < GROUPS; group += 1) {
  const faults = named.filter((_, at) => at % GROUPS === group);
  const title = ALL ? faults[0]?.[0] : `each fault (${group + 1} of ${GROUPS})`;
  // One of the groups for every change, all of them with `--all`.
  const taken = ALL || group === 0 ? test : longTest;
  taken(`${title} leaves no screen blank or loading`, async ({ page, allow, watched }) => {
    test.setTimeout(ALL ? 20 * 60_000 : 120_000);
    // The browser may log anything about the faults; uncaught errors are still refused.
    allow(/^console /, /^request failed/, /^server error/);
    await openAs(page, academy.url('spring'), academy.person('admin'));
    for (const [at, fault] of faults.entries()) {
      // All screens, each at another one of its calls, or another screen for each fault.
      const first = ALL ? 0 : (at * GROUPS + group) % SCREENS.length;
      for (const [screen, path] of [...SCREENS.slice(first), ...SCREENS.slice(0, first)].entries()) {
        const reads = await readsOf(page, path);
        const read = reads[ALL ? (group + screen) % reads.length : 0];
        if (read === undefined) continue;
        await test.step(`${path}: ${read}`, () => meet(page, watched, fault, path, read));
        if (!ALL) break;
      }
    }
  });
}
