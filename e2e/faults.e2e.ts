import type { Page, Request } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { FAULTS, type Fault, FaultServer } from './support/fault-server.ts';
import { screensOf } from './support/screens.ts';
import { openAs } from './support/sign-in.ts';
import { open } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';
import type { Watch } from './support/watch.ts';

const academy = useAcademy();
const server = new FaultServer();
test.beforeEach(({ context }) => server.open(context, academy.port));
test.afterEach(() => server.close());

/** These lead elsewhere by themselves, or are nothing to read. */
const PASSED_THROUGH = ['/login/callback', '/auth', '/appLogout'];
/** Every screen of an academy that reads something, as an administrator may open it. */
const SCREENS = screensOf('spring')
  .filter(([path, , status]) => status === undefined && !PASSED_THROUGH.includes(path) && !path.includes('?'))
  .map(([path]) => path);
// An hour's work for one browser.
if (ALL) test.describe.configure({ mode: 'parallel' });
/** Tests that the faults are divided among. */
const GROUPS = ALL ? Object.keys(FAULTS).length : 4;
/** Where a page is that reads little. */
const QUIET = '/not-found';

/** Goes on within the page, as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** Resolves when the screen has come, or says what is wrong: it is titled, and nothing is under way. */
async function settled(page: Page, what: string): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .evaluate(() => {
            const isShown = (element: Element) => (element as HTMLElement).checkVisibility();
            const loading = [...document.querySelectorAll('[role=status]')].some(
              (element) => element.textContent === 'Loading' && isShown(element),
            );
            const title = [...document.querySelectorAll('h1')].find(isShown)?.textContent ?? '';
            // The screen before stays until the next one is here.
            if (title.startsWith('Sorry, ') && location.pathname !== '/not-found') return 'still the screen before';
            return loading ? 'still loading' : title === '' ? 'blank' : 'settled';
          })
          .catch(() => 'on the way to another document'),
      { message: what, timeout: 20_000 },
    )
    .toBe('settled');
}

/** Comes to a page that reads nothing, and waits for what every document asks for. */
async function beQuiet(page: Page): Promise<void> {
  await open(page, academy.url('spring', QUIET));
  await page.waitForLoadState('networkidle');
}

/** By screen: what it reads does not depend on what goes wrong afterwards. */
const readsBefore = new Map<string, string[]>();

/** The calls that a screen makes when somebody comes to it, below the API. */
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
    reads.add(pathname.replace('/api/v1', ''));
  };
  const end = (request: Request) => {
    if (request.method() === 'GET' && request.url().includes('/api/v1')) answered += 1;
  };
  await beQuiet(page);
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
  // Asked every few seconds wherever somebody is.
  const all = [...reads].filter((read) => read !== '/progress/mark').sort();
  readsBefore.set(path, all);
  return all;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Meets one fault at one call of one screen, and comes again when it is over. */
async function meet(page: Page, watched: Watch, [name, does]: [string, Fault], path: string, read: string) {
  const what = `${name} at ${read} on ${path}`;
  await beQuiet(page);
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
  // Two of the groups for every change, all of them with `--all`.
  const taken = group < 2 ? test : longTest;
  taken(
    `${title} leaves no screen blank or loading`,
    async ({ page, allow, watched }) => {
      test.setTimeout(ALL ? 20 * 60_000 : 120_000);
      // Whatever the browser says of it; what nobody has caught is no such thing.
      allow(/^console /, /^request failed/, /^server error/);
      await openAs(page, academy.url('spring'), academy.person('admin'));
      for (const [at, fault] of faults.entries()) {
        // All screens with all their calls, or another for each fault.
        const first = ALL ? 0 : (at * GROUPS + group) % SCREENS.length;
        for (const path of [...SCREENS.slice(first), ...SCREENS.slice(0, first)]) {
          const reads = await readsOf(page, path);
          for (const read of ALL ? reads : reads.slice(0, 1))
            await test.step(`${path}: ${read}`, () => meet(page, watched, fault, path, read));
          if (!ALL && reads.length > 0) break;
        }
      }
    },
  );
}
