import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { labTexts } from '@academy/web/screens/labs/lab-texts';
import type { Page } from '@playwright/test';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { SAMPLES } from './support/samples.ts';
import { watchShifts } from './support/shifts.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  open,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const NARROW_PHONE = { width: 360, height: 740 };

const contents = (page: Page) => page.getByRole('region', { name: courseTexts.contents });
const modules = (page: Page) => contents(page).locator('details');
const openModules = (page: Page) => contents(page).locator('details[open]');

const ENGLISH = 'a title that goes on and on ';
const LONG = `Long: ${ENGLISH.repeat(20)}`.slice(0, 300);
const HEBREW = 'מבוא לתכנות';

test.beforeAll(async () => {
  const outside = (tenant: TenantName) => ({
    ...courseFiles(tenant, {
      id: 'outside',
      title: 'A Lab Elsewhere',
      fields: { entitlements: ['auth'], settings: { labType: 'externalLab', labUrl: 'https://labs.example.org/one' } },
      outline: ['The Only Lesson'],
    }),
    'outside/01-lesson-l1/lesson.json': {
      id: `${tenant}-outside-l1`,
      slug: 'l1',
      title: 'The Only Lesson',
      status: 'live',
      type: 'lab',
      duration: 60,
      settings: { labType: 'externalLab', labUrl: 'https://labs.example.org/two' },
    },
  });
  const courses = {
    ...outside('kube'),
    ...courseFiles('kube', { id: 'empty', title: 'An Empty Course', outline: [] }),
    ...courseFiles('kube', { id: 'long', title: LONG, outline: [[LONG, LONG]] }),
    ...courseFiles('kube', {
      id: 'hebrew',
      title: HEBREW,
      description: 'קורס קצר למתחילים.',
      summary: 'כל מה שצריך כדי להתחיל.\n',
      outline: [['פרק ראשון', 'שיעור ראשון', 'שיעור שני'], 'סיכום'],
      text: 'טקסט של שיעור.\n\n- אחד\n- שניים\n\n```shell\necho one\n```\n',
    }),
  };
  await publish(academy, 'kube', courses);
  await publish(academy, 'spring', outside('spring'));
  await publish(academy, 'tanzu', outside('tanzu'));
});

test('the outline of a course numbers modules, expands and survives Back', async ({ page }) => {
  for (const tenant of USUAL_TENANTS) {
    const { course, lesson } = SAMPLES[tenant];
    await open(page, academy.url(tenant, `/courses/${course.slug}`));
    const total = await modules(page).count();
    expect(total).toBeGreaterThan(1);
    const numbers = await modules(page).locator('summary > span:first-child').allInnerTexts();
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
    await expect(page.getByRole('main')).toContainText(`${total} modules, `);
    await expect(openModules(page)).toHaveCount(1);
    await expect(page.getByRole('link', { name: courseTexts.start })).toHaveAttribute(
      'href',
      `/courses/${course.slug}/lessons/${lesson.slug}`,
    );
    const teachers = page.getByRole('complementary', { name: courseTexts.more }).getByRole('listitem');
    await expect(teachers.first().getByRole('link')).toHaveAttribute('href', /^\/instructors\//);
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await contents(page).getByRole('button', { name: courseTexts.expandAll }).click();
      await expect(openModules(page)).toHaveCount(total);
      for (const one of await modules(page).all()) await expect(one.getByRole('link').first()).toBeVisible();
      await contents(page).getByRole('button', { name: courseTexts.collapseAll }).click();
      await expect(openModules(page)).toHaveCount(0);
    }
    await modules(page).last().locator('summary').click();
    await expectNoSidewaysScroll(page, [320, 700, 1440]);
    await modules(page).last().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/lessons\//);
    await page.goBack();
    await expect(heading(page, course.title)).toBeVisible();
    await expect(openModules(page)).toHaveCount(1);
    await expect(modules(page).last()).toHaveAttribute('open');
  }
  await expectAccessibleToo(page);
});

test('a course opens at the learner’s current module, without layout shifts', async ({ page }) => {
  const { course } = SAMPLES.kube;
  const present = modules(page).filter({ hasText: 'Images' });
  await openAs(
    page,
    academy.url('kube', `/courses/${course.slug}/lessons/a-stack-of-archives`),
    await academy.newPerson(),
  );
  await completeLesson(page);
  const shifts = await watchShifts(page);
  // The learner's own data arrives after the page was painted without it.
  let arrive = (): void => undefined;
  let held: Promise<void> | undefined;
  await page.route('**/api/v1/**', async (route) => {
    await held;
    await route.continue();
  });
  for (const viewport of [PHONE, NARROW_PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    held = new Promise((resolve) => {
      arrive = resolve;
    });
    await open(page, academy.url('kube', `/courses/${course.slug}`));
    await expect(shifts, 'the page was seen').toPass();
    await expect(page.getByRole('link', { name: courseTexts.start })).toBeVisible();
    arrive();
    await expect(present).toHaveAttribute('open');
    await expect(present.getByRole('img', { name: '1 of 3 completed' })).toBeVisible();
    await expect(page.getByRole('main').getByText('1 of 8 lessons')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts(), `at ${viewport.width} px`).toEqual([]);
  }
  await expect(page.getByRole('link', { name: courseTexts.continue })).toHaveAttribute(
    'href',
    /\/lessons\/builds-in-seconds$/,
  );
  await expect(page.getByRole('img', { name: '13 percent' })).toBeVisible();
});

longTest('a lab outside the academy opens there, for people with access', async ({ page, context, allow }) => {
  allow(/request to another host: https:\/\/labs\.example\.org\/one/);
  await context.route('https://labs.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,"><title>-</title>' }),
  );
  const lab = page.getByRole('complementary', { name: courseTexts.more });
  const learner = academy.person('learner');
  for (const [tenant, viewport] of [
    ['kube', DESKTOP],
    ['spring', PHONE],
    ['tanzu', PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    await open(page, academy.url(tenant, '/courses/outside'));
    await expect(lab).toContainText(courseTexts.externalLabLocked);
    await expect(page.getByRole('region', { name: accessLockTexts.locked })).toContainText(catalogueTexts.logInTitle);
    // The address of the lab is locked as well.
    expect((await academy.get(tenant, '/courses/outside')).text).not.toContain('labs.example.org');
    await openAs(page, page.url(), learner);
    const link = lab.getByRole('link', { name: 'open the lab in a new tab' });
    await expect(link).toHaveAttribute('href', 'https://labs.example.org/one');
    await expect(page.getByRole('region', { name: accessLockTexts.locked })).toHaveCount(0);
    const opened = context.waitForEvent('page');
    await link.click();
    const tab = await opened;
    await tab.waitForURL('https://labs.example.org/one');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(contents(page).getByRole('listitem')).toContainText(courseTexts.labOutside);
  }
  await contents(page).getByRole('link', { name: 'The Only Lesson' }).click();
  await expect(heading(page, 'The Only Lesson')).toBeVisible();
  await page.getByRole('link', { name: labTexts.open, exact: true }).click();
  await expect(page.getByText('This lab opens outside the academy, at labs.example.org.')).toBeVisible();
  const way = page.getByRole('link', { name: 'Open the lab in a new tab' });
  await expect(way).toHaveAttribute('href', 'https://labs.example.org/two');
  await expect(way).toHaveAttribute('target', '_blank');
  await expectNoSidewaysScroll(page, [320, 390]);
});

longTest('empty, long-titled and Hebrew courses can be read on a phone', async ({ newDevice }) => {
  const page = await newDevice({ viewport: PHONE });
  await test.step('without lessons', async () => {
    await open(page, academy.url('kube', '/courses/empty'));
    await expect(page.getByText('No lessons yet')).toBeVisible();
    await expect(contents(page)).toContainText('The lessons of this course are still being written.');
    await expect(page.getByRole('link', { name: courseTexts.start })).toHaveCount(0);
    await open(page, academy.url('kube', '/courses/empty/conclusion'));
    await expect(page.getByRole('main')).toContainText('The lessons of this course are still being written.');
    await expectAccessible(page);
  });
  await test.step('with a long title', async () => {
    for (const path of ['/courses/long', '/courses/long/lessons/l1-1', '/courses/long/conclusion', '/courses?q=long']) {
      await open(page, academy.url('kube', path));
      await expect(page.getByRole('main').getByText(LONG).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page, [320, 700, 1440]);
    }
  });
  await test.step('in Hebrew', async () => {
    await open(page, academy.url('kube', '/courses/hebrew'));
    await expect(heading(page, HEBREW)).toHaveCSS('direction', 'rtl');
    await expect(page.getByText('קורס קצר למתחילים.')).toHaveCSS('direction', 'rtl');
    await expect(page.locator('.prose').first()).toHaveCSS('direction', 'rtl');
    await expect(contents(page).getByRole('heading', { name: 'פרק ראשון' })).toHaveCSS('direction', 'rtl');
    // Texts of the academy itself stay from left to right.
    await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
    await expectNoSidewaysScroll(page, [320]);
    await open(page, academy.url('kube', '/courses/hebrew/lessons/l1-1'));
    await expect(heading(page, 'שיעור ראשון')).toHaveCSS('direction', 'rtl');
    await expect(page.locator('.prose li').first()).toHaveCSS('direction', 'rtl');
    await expect(page.locator('.prose pre')).toHaveCSS('direction', 'ltr');
    await expectNoSidewaysScroll(page, [320]);
    await expectAccessible(page);
  });
});

test('content of another academy is not found', async () => {
  const { course, lesson, guide, learningPath, instructor } = SAMPLES.kube;
  const calls = [
    `courses/details?slug=${course.slug}`,
    `lessons/list?slug=${course.slug}`,
    `lessons/details/${course.slug}/${lesson.slug}`,
    `guides/details?slug=${guide.slug}`,
    `paths/details?slug=${learningPath.slug}`,
    `instructors/profile?slug=${instructor.slug}`,
  ];
  const screens = [
    `/courses/${course.slug}`,
    `/courses/${course.slug}/conclusion`,
    `/courses/${course.slug}/lessons/${lesson.slug}`,
    `/guides/${guide.slug}`,
    `/paths/${learningPath.slug}`,
    `/instructors/${instructor.slug}`,
  ];
  for (const tenant of ['spring', 'tanzu'] as const) {
    for (const path of screens) expect((await academy.get(tenant, path)).status, path).toBe(404);
    for (const call of calls) {
      const { status, text } = await academy.get(tenant, `/api/v1/${call}`);
      const missing = await academy.get(tenant, `/api/v1/${call.replace(/[^=/]+$/, 'missing')}`);
      const errorsOf = (reply: string) => JSON.stringify(JSON.parse(reply).errors);
      expect([status, errorsOf(text)], call).toEqual([404, errorsOf(missing.text)]);
    }
  }
});
