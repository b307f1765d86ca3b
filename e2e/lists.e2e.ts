import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { listTexts } from '@academy/web/features/lists/list-texts';
import { pagerTexts } from '@academy/web/features/lists/pager-texts';
import { searchTexts } from '@academy/web/features/search-palette/search-texts';
import { courseListTexts } from '@academy/web/screens/courses/course-list-texts';
import { guideListTexts } from '@academy/web/screens/guides/guide-list-texts';
import { guideTexts } from '@academy/web/screens/guides/guide-texts';
import { learningPathListTexts } from '@academy/web/screens/learning-paths/learning-path-list-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Locator, Page } from '@playwright/test';
import { TENANTS, type TenantName } from './support/academy.ts';
import { courseFiles, publish as publishMade } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  lessonIdsOf,
  open,
} from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const SHELL = 'A Shell for an Image Without One';
const ROLLOUT = 'A Rollout in Half a Minute';
const LAB = 'Lab: Why Will This Pod Not Start?';
const OTHER_LABS = ['Lab: Nobody Answers', 'Lab: Stop Without Losing a Request'];

const cards = (page: Page) => page.getByRole('region', { name: listTexts.results }).getByRole('article');
const titles = (page: Page) => cards(page).getByRole('heading');
const amount = (page: Page) => page.getByRole('region', { name: listTexts.results }).getByRole('status').first();
const option = (page: Page, name: RegExp) => page.getByRole('checkbox', { name });
const chosen = (page: Page) => page.getByRole('list', { name: listTexts.chosen }).getByRole('button');

/** Presses a key until the element has the focus. */
async function walkTo(page: Page, key: 'Tab' | 'Shift+Tab', target: Locator): Promise<void> {
  const arrived = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await arrived()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Publishes the files that `fill` writes into a temporary folder. */
async function publish(tenant: TenantName, fill: (folder: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-lists-'));
  try {
    fill(folder);
    const { code, stderr } = await academy.cli([
      'apply',
      'all',
      '--path',
      folder,
      '--tenant',
      academy.tenantId(tenant),
      '--force',
    ]);
    expect(code, stderr).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('courses are filtered by topic, level, progress and favorite, in the address', async ({ page }) => {
  const [first, second, third] = ['Write Your First Course', 'REST APIs That Age Well', 'A Third One'] as const;
  const fields = { level: 'advanced', topics: ['rest'], order: 30 };
  await publishMade(academy, 'spring', courseFiles('spring', { id: 'third', title: third, fields, outline: ['All'] }));
  const courses = (query: string) => academy.url('spring', `/courses${query}`);
  await openAs(page, courses(''), await academy.newPerson());
  const completed = await lessonIdsOf(academy, 'spring', 'write-your-first-course');
  const begun = await lessonIdsOf(academy, 'spring', 'rest-apis-that-age-well');
  await completeAtServer(page, [...completed, ...begun.slice(0, 1)]);
  await open(page, courses(''));
  await expect(titles(page)).toHaveText([first, second, third]);
  for (const [state, value, title] of [
    [listTexts['not-started'], 'not-started', third],
    [listTexts['in-progress'], 'in-progress', second],
    [listTexts.completed, 'completed', first],
  ] as const) {
    const box = option(page, new RegExp(`^${state}\\s*1$`));
    await box.click();
    await expect(page).toHaveURL(courses(`?progress=${value}`));
    await expect(titles(page)).toHaveText([title]);
    await box.click();
    await expect(page).toHaveURL(courses(''));
  }

  await page.getByRole('button', { name: `Add ${second} to favorites` }).click();
  await option(page, /^Favorites\s*1$/).click();
  await expect(page).toHaveURL(courses('?favorite=true'));
  await expect(titles(page)).toHaveText([second]);
  await page.getByRole('button', { name: 'Remove Favorites' }).click();
  await option(page, /^REST\s*2$/).click();
  await expect(titles(page)).toHaveText([second, third]);
  await option(page, /^Advanced\s*1$/).click();
  await expect(titles(page)).toHaveText([third]);
  // Options of one category add results, categories restrict each other.
  await option(page, /^Intermediate\s*1$/).click();
  await expect(titles(page)).toHaveText([second, third]);
  await option(page, /^In Progress/).click();
  await option(page, /^Favorites/).click();
  await expect(titles(page)).toHaveText([second]);
  const { searchParams } = new URL(page.url());
  expect([...searchParams].map((pair) => pair.join(' ')).sort()).toEqual([
    'favorite true',
    'level advanced',
    'level intermediate',
    'progress in-progress',
    'topic rest',
  ]);
  await page.reload();
  await expect(titles(page)).toHaveText([second]);
  for (const name of [/^REST/, /^Advanced/, /^Intermediate/, /^In Progress/, /^Favorites\s*1$/])
    await expect(option(page, name)).toBeChecked();
});

longTest('the number of favorites follows each change in every list', async ({ page }) => {
  const { course, guide, learningPath } = SAMPLES.tanzu;
  await page.setViewportSize(PHONE);
  await openAs(page, academy.url('tanzu', '/courses'), await academy.newPerson());
  for (const [path, title] of [
    ['/courses', course.title],
    ['/guides', guide.title],
    ['/paths', learningPath.title],
  ] as const) {
    if (path !== '/courses') await open(page, academy.url('tanzu', path));
    await page.getByRole('button', { name: tableTexts.filters }).click();
    // Each list counts its own favorites.
    await expect(option(page, /^Favorites\s*0$/)).toBeVisible();
    for (const [word, number] of [
      ['Add', 1],
      ['Remove', 0],
      ['Add', 1],
    ] as const) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
      await page.getByRole('button', { name: `${word} ${title}` }).click();
      await answered;
      await expect(option(page, new RegExp(`^Favorites\\s*${number}$`))).toBeVisible();
    }
  }
});

test('filters combine, stand in the address and can be cleared', async ({ page }) => {
  const guides = (query: string) => academy.url('kube', `/guides${query}`);
  // Unknown values of parameters are ignored.
  await open(page, guides('?topic=debugging&topic=zzz&level=BEGINNER&type=hologram&color=red'));
  await expect(titles(page)).toHaveText([LAB]);
  await expect(amount(page)).toHaveText('1 of 5 guides');
  await expect(chosen(page)).toHaveText([catalogueTexts.beginner, 'Debugging', listTexts.clearAll]);
  await expect(option(page, /^Beginner\s*2$/)).toBeChecked();
  await expect(option(page, /^Intermediate\s*3$/)).not.toBeChecked();
  await expect(option(page, /^Kubernetes\s*4$/)).not.toBeChecked();

  await page.getByRole('button', { name: 'Remove Debugging' }).click();
  await expect(page).toHaveURL(guides('?level=beginner'));
  await expect(page.getByRole('region', { name: listTexts.results })).toBeFocused();
  await expect(titles(page)).toHaveText([ROLLOUT, LAB]);
  await page.getByRole('combobox', { name: listTexts.sortBy }).selectOption('Title');
  await expect(page).toHaveURL(guides('?level=beginner&sort=title'));
  await option(page, /^Intermediate/).click();
  await expect(titles(page)).toHaveText([ROLLOUT, SHELL, ...OTHER_LABS, LAB]);
  await option(page, /^Intermediate/).click();

  await page.getByRole('searchbox', { name: guideListTexts.search }).fill('SHELL');
  await expect(page.getByRole('heading', { name: guideListTexts.nothingFits })).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 360]);
  await page.getByRole('button', { name: 'Remove Beginner to see 1 guide' }).click();
  await expect(titles(page)).toHaveText([SHELL]);
  await expect(page).toHaveURL(guides('?q=SHELL&sort=title'));
  await page.getByRole('button', { name: listTexts.clearAll }).click();
  await expect(page).toHaveURL(guides('?sort=title'));
  await expect(page.getByRole('searchbox', { name: guideListTexts.search })).toHaveValue('');

  await open(page, academy.url('kube', '/paths?q=ROLLOUT'));
  await expect(titles(page)).toHaveText([SAMPLES.kube.learningPath.title]);
  await open(page, academy.url('kube', '/instructors?q=jonas'));
  await expect(page.getByRole('list', { name: searchTexts.instructor }).getByRole('heading')).toHaveText([
    'Jonas Keller',
  ]);
  await expect(amount(page)).toHaveText('1 of 2 instructors');
});

test('input typed or chosen before hydration is kept', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(academy.url('kube', '/guides'), { waitUntil: 'commit' });
  await option(page, /^Beginner/).click();
  await option(page, /^Debugging/).click();
  await page.getByRole('combobox', { name: listTexts.sortBy }).selectOption('Title');
  const field = page.getByRole('searchbox', { name: guideListTexts.search });
  await field.pressSequentially('pod');
  release();
  await expect(page).toHaveURL(academy.url('kube', '/guides?topic=debugging&level=beginner&q=pod&sort=title'));
  await expect(titles(page)).toHaveText([LAB]);
  await expect(field).toHaveValue('pod');
  await expect(field).toBeFocused();
});

test('a learner filters, adds favorites and finds them by the keyboard alone', async ({ page }) => {
  await openAs(page, academy.url('kube', '/guides'), await academy.newPerson());
  const favorites = option(page, /^Favorites/);
  const add = page.getByRole('button', { name: `Add ${ROLLOUT} to favorites` });
  const remove = page.getByRole('button', { name: `Remove ${ROLLOUT} from favorites` });
  await expect(option(page, /^Favorites\s*0$/)).toBeVisible();
  await expect(option(page, /^Not Started\s*5$/)).toBeVisible();
  await heading(page, guideTexts.guides).focus();
  await walkTo(page, 'Tab', option(page, /^Beginner/));
  await page.keyboard.press('Space');
  await expect(titles(page)).toHaveText([ROLLOUT, LAB]);
  await walkTo(page, 'Tab', add);
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
  await expect(option(page, /^Favorites\s*1$/)).toBeVisible();
  await walkTo(page, 'Shift+Tab', favorites);
  await page.keyboard.press('Space');
  await expect(titles(page)).toHaveText([ROLLOUT]);
  await expect(page).toHaveURL(/favorite=true/);
  // The number changes at once; the entry stays in the list until the filters change.
  await walkTo(page, 'Tab', remove);
  await page.keyboard.press('Enter');
  await expect(option(page, /^Favorites\s*0$/)).toBeVisible();
  await expect(titles(page)).toHaveText([ROLLOUT]);
  await walkTo(page, 'Shift+Tab', page.getByRole('button', { name: 'Remove Beginner' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: guideListTexts.nothingFits })).toBeVisible();

  // A completed guide is found by its progress, also when the address is opened in a new document.
  await open(page, academy.url('kube', `/guides/${SAMPLES.kube.guide.slug}`));
  const completed = page.waitForResponse((response) => response.url().endsWith('/guides/markComplete'));
  await page.getByRole('button', { name: guideTexts.markComplete }).click();
  await completed;
  await open(page, academy.url('kube', '/guides?progress=completed'));
  await expect(titles(page)).toHaveText([SHELL]);
  await expect(option(page, /^Completed\s*1$/)).toBeChecked();
  await expect(option(page, /^Not Started\s*4$/)).toBeVisible();
});

longTest('favorites and progress that fail to load can be retried', async ({ page, allow }) => {
  allow(/ERR_FAILED/);
  await openAs(page, academy.url('kube'), await academy.newPerson());
  await page.route(/\/progress\/overlay/, (route) => route.abort());
  await open(page, academy.url('kube', '/courses'));
  const said = page.getByRole('alert').filter({ hasText: listTexts.notLoaded });
  await expect(said).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await option(page, /^Not Started/).click();
  await expect(said.getByRole('heading')).toBeVisible();
  await expect(page.getByText(listTexts.loading, { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320]);
  await said.getByRole('button', { name: courseListTexts.showAll }).click();
  await expect(cards(page)).toHaveCount(2);
  await option(page, /^Not Started/).click();
  await expect(said.getByRole('heading')).toBeVisible();
  await page.unroute(/\/progress\/overlay/);
  await said.getByRole('button', { name: listTexts.tryAgain }).click();
  await expect(said).toHaveCount(0);
  await expect(option(page, /^Not Started\s*2$/)).toBeChecked();
  await expect(titles(page)).toHaveCount(2);
});

longTest('an image that does not load is replaced by the cover art', async ({ page, allow }) => {
  allow(/status of 404/);
  const id = 'tanzu-pictured';
  await publish('tanzu', (folder) => {
    const course = { ...{ id, slug: 'pictured', title: 'A Course With a Picture', status: 'live', order: 30 } };
    const more = { level: 'advanced', topics: [], entitlements: [], instructors: [] };
    const settings = { thumbnail: 'cover.webp' };
    writeFileSync(join(folder, 'course.json'), JSON.stringify({ ...course, ...more, settings }));
    writeFileSync(join(folder, 'description.md'), 'Its picture may be lost.\n');
    cpSync(join(ROOT, 'docs/images/phone.webp'), join(folder, 'cover.webp'));
  });
  const images = page.getByRole('main').locator('img');
  await open(page, academy.url('tanzu', '/courses?level=advanced'));
  await expect
    .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth > 0)))
    .toEqual([true]);
  const address = new URL((await images.getAttribute('src')) ?? '', page.url()).href;
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }));
  for (const path of ['/courses?level=advanced', '/courses/pictured']) {
    await open(page, academy.url('tanzu', path));
    await expect(images).toHaveCount(0);
    await expect(page.getByRole('main').locator('svg[viewBox="0 0 640 400"] path').first()).toBeVisible();
  }
});

longTest('on a phone the filters fold away behind a button', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, academy.url('kube', '/guides'));
  await expect(option(page, /^Beginner/)).toBeHidden();
  const button = page.getByRole('button', { name: /^Filters/ });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await option(page, /^Beginner/).click();
  await option(page, /^Video/).click();
  await expect(button).toHaveText('Filters (2)');
  await expect(titles(page)).toHaveText([ROLLOUT]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 360, 960]);
});

longTest('a long list is paged by the server, and Back restores it', async ({ page, newDevice, allow }) => {
  await publish('tanzu', (folder) => {
    for (let number = 1; number <= 200; number += 1) {
      const name = `tanzu-note-${number}`;
      mkdirSync(join(folder, name));
      const guide = { id: name, slug: name, title: `Note ${number}`, status: 'live', type: 'article', duration: 60 };
      const more = { level: number % 2 === 0 ? 'beginner' : 'advanced', topics: ['notes'], entitlements: [] };
      writeFileSync(
        join(folder, name, 'guide.json'),
        JSON.stringify({ ...guide, ...more, instructors: [], settings: {} }),
      );
      writeFileSync(join(folder, name, 'description.md'), `What note ${number} says.\n`);
      writeFileSync(join(folder, name, 'content.md'), 'A short text.\n');
    }
  });
  const guides = (query: string) => academy.url('tanzu', `/guides${query}`);
  const pages = page.getByRole('navigation', { name: guideListTexts.pages });
  const place = () => page.evaluate(() => Math.round(scrollY));
  await open(page, guides('?level=advanced&sort=title'));
  await expect(amount(page)).toHaveText(/^10\d of 205 guides$/);
  await expect(cards(page)).toHaveCount(24);
  // By keyboard: the height of cards is known only once they are in view, and the link may move under a pointer.
  await pages.getByRole('link', { name: pagerTexts.next }).press('Enter');
  await expect(page).toHaveURL(guides('?level=advanced&sort=title&page=2'));
  await expect(pages).toContainText('Page 2 of 5');
  await expect(titles(page).first()).toHaveText(/^Note/);
  const listed = await titles(page).allTextContents();
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(() => page.evaluate(() => history.state?.scroll)).toBe(700);
  await page.getByRole('link', { name: listed[6] ?? '', exact: true }).click();
  await expect(heading(page, listed[6] ?? '')).toBeVisible();
  await page.goBack();
  await expect(titles(page)).toHaveText(listed);
  await expect.poll(place).toBe(700);
  await page.reload();
  await expect(titles(page)).toHaveText(listed);
  await expect.poll(place).toBe(700);

  // Another filter starts at its first page.
  await page.getByRole('searchbox', { name: guideListTexts.search }).fill('NOTE 19');
  await expect(page).toHaveURL(/q=NOTE\+19&sort=title$/);
  await expect(titles(page).first()).toHaveText('Note 19');
  await expect(pages).toHaveCount(0);

  // The server's results follow changed favorites, also for requests that were cached.
  await openAs(page, page.url(), await academy.newPerson());
  await option(page, /^Favorites\s*0$/).click();
  await expect(page.getByRole('heading', { name: guideListTexts.nothingFits })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Favorites' }).click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
  await page.getByRole('button', { name: 'Add Note 19 to favorites' }).click();
  await answered;
  await option(page, /^Favorites\s*1$/).click();
  await expect(titles(page)).toHaveText(['Note 19']);

  const bare = await newDevice({ javaScriptEnabled: false });
  allow(/^request failed: .*\.js csp$/);
  await bare.goto(guides('?level=advanced&sort=title'));
  await bare
    .getByRole('navigation', { name: guideListTexts.pages })
    .getByRole('link', { name: pagerTexts.next })
    .press('Enter');
  await expect(titles(bare)).toHaveText(listed);
  await titles(bare).first().getByRole('link').click();
  await expect(heading(bare, listed[0] ?? '')).toBeVisible();
});

longTest('an academy without content says so to readers and operators', async ({ page }) => {
  for (const [tenant, words] of [
    ['kube', 'the content of Kube Academy has not been published on this site'],
    ['tanzu', 'the content of Tanzu Academy has not been published on this site'],
    ['spring', 'The first learning paths are being prepared.'],
  ] as const) {
    await publish(tenant, (folder) => draftPaths(join(ROOT, 'samples', tenant, 'paths'), folder));
    await open(page, academy.url(tenant, '/paths'));
    await expect(page.getByRole('heading', { name: learningPathListTexts.none })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toContainText(words);
  }
  await expectAccessible(page);
});

/** Copies the learning paths of a folder as drafts. */
function draftPaths(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    cpSync(join(from, name), join(to, name), { recursive: true });
    const file = join(to, name, 'path.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"status": "live"', '"status": "draft"'));
  }
}

longTest('controls that need scripts are disabled before hydration', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE });
  let release = () => {};
  const gate = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.goto(academy.url('spring', '/courses'), { waitUntil: 'commit' });
  const filters = page.getByRole('button', { name: tableTexts.filters });
  await expect(filters).toBeDisabled();
  // A disabled control has its final look, and controls that need no scripts work at once.
  await expect(filters).toHaveCSS('opacity', '1');
  await page.getByRole('button', { name: shellTexts.colors }).click();
  await expect(page.locator('[popover]:popover-open')).toBeVisible();
  release();
  await expect(page.getByRole('menuitemradio', { name: shellTexts.dark })).toBeVisible();
  await page.keyboard.press('Escape');
  await filters.click();
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
});
