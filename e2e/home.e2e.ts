import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { landingTexts } from '@academy/web/screens/home/landing-texts';
import type { Page } from '@playwright/test';
import { ALL, type Person, TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { BRANDS } from './support/brands.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { newestMail } from './support/mailbox.ts';
import { contactAddress } from './support/own-brands.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  hydrated,
  open,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const WIDTHS = [320, 700, 1024];
const PRO = [
  'opens all Pro courses, lessons and labs',
  'one Spring Certified Professional exam voucher per year, to be requested within one year of purchase',
];
const FACTS = {
  spring: ['15-30 minutes', ...PRO],
  kube: ['80,000+ learners', ...PRO],
  tanzu: ['a free account gets Pro content', 'all Pro courses, lessons and labs are open to everybody who has one'],
};
const PRO_TITLES = { kube: 'Included in Pro membership', tanzu: 'Free with your account' };
const { course, lesson, guide } = SAMPLES.spring;

/** Makes a call as the person who is signed in on the page. */
const send = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        tenantId: location.hostname.split('.')[0] ?? '',
        'content-type': 'application/json',
      };
      const init = sent === null ? { headers } : { headers, method: 'POST', body: sent };
      const reply = await fetch(`/api/v1${to}`, init);
      if (!reply.ok) throw new Error(`${to} answered ${reply.status}`);
      return (await reply.json()).data;
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  );

interface Listed {
  lessonId: string;
  slug: string;
  title: string;
  type: string;
}

const lessonsOf = async (page: Page, slug: string): Promise<Listed[]> =>
  ((await send(page, `/lessons/list?slug=${slug}`)) as { lessons: Listed[] }).lessons.filter(
    ({ type }) => type !== 'module',
  );

const courseId = async (page: Page): Promise<string> =>
  ((await send(page, `/courses/details?slug=${course.slug}`)) as { courseId: string }).courseId;

async function complete(page: Page, lessons: readonly Listed[]): Promise<void> {
  const id = await courseId(page);
  for (const { lessonId } of lessons) {
    const body = { lessonId, courseId: id, isLastLesson: false, operationType: 'COMPLETE_LESSON' };
    await send(page, '/lessons/mark-complete', body);
  }
}

const favorite = (page: Page, likeableType: string, id: string) =>
  send(page, '/favorite', { id, likeableType, operationType: 'save' });

async function learner(page: Page): Promise<Person> {
  const person = await academy.newPerson();
  await openAs(page, academy.url('spring'), person);
  await expect(page.getByRole('heading', { name: 'No courses yet!' })).toBeVisible();
  return person;
}

/** What home shows to a learner who has done nothing yet. */
async function expectEmptyLists(page: Page): Promise<void> {
  const mine = page.getByRole('region', { name: dashboardTexts.myCourses });
  await expect(mine.getByRole('heading', { name: 'No courses yet!', exact: true })).toBeVisible();
  await expect(
    mine.getByText('Browse our catalog of courses and start learning today.', { exact: true }),
  ).toBeVisible();
  await expect(mine.getByRole('link', { name: dashboardTexts.browseCourses })).toHaveAttribute('href', '/courses');
  const favorites = page.getByRole('region', { name: dashboardTexts.favorites });
  await expect(favorites.getByRole('heading', { name: 'No favorites yet!', exact: true })).toBeVisible();
  await expect(favorites.getByText(/^Browse courses or guides\b/)).toBeVisible();
  await expect(favorites.getByRole('link', { name: dashboardTexts.browseCourses })).toHaveAttribute('href', '/courses');
  await expect(favorites.getByRole('link', { name: dashboardTexts.browseGuides })).toHaveAttribute('href', '/guides');
}

/** @returns publishes or hides all courses and instructors of a brand */
async function editorOf(tenant: TenantName): Promise<(status: 'live' | 'draft') => Promise<void>> {
  const { email } = academy.person('admin');
  const args = [
    '--name',
    'editor',
    '--person',
    email,
    '--tenant',
    academy.tenantId(tenant),
    '--ability',
    'content:write',
  ];
  const made = await academy.cli(['token', 'create', ...args, '--data', academy.dataFolder]);
  expect(made.code, made.stderr).toBe(0);
  const authorization = `Bearer ${made.stdout.trim()}`;
  const headers = { authorization, tenantid: academy.tenantId(tenant), 'content-type': 'application/json' };
  const content = `http://127.0.0.1:${academy.port}/api/v1/content`;
  const { data } = await (await fetch(content, { headers })).json();
  const items = (data.result as { kind: string; id: string }[]).filter(({ kind }) => /course|instructor/.test(kind));
  expect(items.length).toBeGreaterThanOrEqual(4);
  return async (status) => {
    for (const { kind, id } of items) {
      const body = JSON.stringify({ status });
      const reply = await fetch(`${content}/${kind}/${id}/status`, { method: 'PUT', headers, body });
      expect(reply.status, id).toBe(200);
    }
  };
}

/** The first one by title. */
const FIRST_GUIDE = 'A Test That Starts in a Second';

for (const tenant of TENANTS) {
  const devices = USUAL_TENANTS.includes(tenant) ? { desktop: DESKTOP, phone: PHONE } : { desktop: DESKTOP };
  for (const [device, viewport] of Object.entries(devices)) {
    const run = tenant === 'spring' && viewport === DESKTOP ? test : longTest;
    run(`${tenant}: a visitor sees the academy’s landing page on a ${device}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const sample = SAMPLES[tenant];
      await open(page, academy.url(tenant));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeInViewport();
      await expect(main.getByRole('link', { name: dashboardTexts.browseCourses })).toHaveAttribute('href', '/courses');
      const second = main.getByRole('link', { name: sample.secondaryAction });
      await expect(second).toHaveAttribute('href', tenant === 'kube' ? '/paths' : '/auth?register=1');

      const featured = page.getByRole('list', { name: landingTexts.featuredList });
      await expect(featured.getByRole('link', { name: sample.course.title })).toBeVisible();
      const paths = page.getByRole('list', { name: landingTexts.pathList }).getByRole('listitem').first();
      await expect(paths.getByRole('link', { name: sample.learningPath.title })).toHaveAttribute(
        'href',
        `/paths/${sample.learningPath.slug}`,
      );
      await expect(paths).toContainText(/\d courses? · .*\d (min|h)/);
      for (const fact of FACTS[tenant]) await expect(main).toContainText(fact);
      const guides = page.getByRole('list', { name: landingTexts.guideList });
      if (tenant === 'spring') await expect(guides.getByRole('link', { name: FIRST_GUIDE })).toBeVisible();
      else await expect(guides).toHaveCount(0);

      await expectAccessibleToo(page);
      await expectNoSidewaysScroll(page, WIDTHS);
      await main.getByRole('link', { name: dashboardTexts.browseCourses }).click();
      await expect(page).toHaveURL(academy.url(tenant, '/courses'));
    });
  }
}

test('a new learner sees empty lists with links, and no landing page', async ({ page }) => {
  // Looks when the footer appears: the document is parsed, and none of its scripts has run.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const seen = ['main h1', 'main header > h2'].map((title) => document.querySelector(title));
      if (document.querySelector('footer') === null) return;
      observer.disconnect();
      Object.assign(window, { firstLook: seen.map((title) => title?.checkVisibility()) });
    }).observe(document, { childList: true, subtree: true });
  });
  const firstLook = () => page.evaluate(() => (window as unknown as { firstLook: boolean[] }).firstLook);
  await open(page, academy.url('spring'));
  expect(await firstLook(), 'the landing, not the greeting').toEqual([true, false]);
  const person = await learner(page);
  await page.reload();
  expect(await firstLook(), 'the greeting, not the landing').toEqual([false, true]);
  await expectEmptyLists(page);
  await expect(page.getByRole('region', { name: dashboardTexts.resumeTitle })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Included in Pro membership' })).toContainText('Pro courses, lessons');
  await expect(page.getByRole('button', { name: dashboardTexts.requestVoucher })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);

  await page.setViewportSize(PHONE);
  await expectEmptyLists(page);
  for (const tenant of ALL ? (['kube', 'tanzu'] as const) : []) {
    await openAs(page, academy.url(tenant), person);
    await expectEmptyLists(page);
    await expect(page.getByRole('region', { name: PRO_TITLES[tenant] })).toContainText(FACTS[tenant].at(-1) ?? '');
    await expectAccessibleToo(page);
    await expectNoSidewaysScroll(page, WIDTHS);
  }
});

longTest('Kube and Tanzu Academy without content name what is missing', async ({ page }) => {
  for (const tenant of ['kube', 'tanzu'] as const) {
    const setStatus = await editorOf(tenant);
    await setStatus('draft');
    try {
      for (const path of ['/', '/courses', '/instructors']) {
        await open(page, academy.url(tenant, path));
        for (const viewport of [DESKTOP, PHONE]) {
          await page.setViewportSize(viewport);
          const notice = page.getByRole('main').getByText(BRANDS[tenant].misconfigurationNotice ?? '', { exact: true });
          await expect(notice, path).toBeVisible();
        }
        await expectNoSidewaysScroll(page, WIDTHS);
      }
    } finally {
      await setStatus('live');
    }
  }
  await expectAccessible(page);
});

test('home resumes the open lesson, and lists a completed course as such', async ({ page, newDevice }) => {
  const person = await academy.newPerson();
  await openAs(page, academy.url('spring'), person);
  const lessons = await lessonsOf(page, course.slug);
  await complete(page, lessons.slice(0, 2));
  await open(page, academy.url('spring'));
  const resume = page.getByRole('region', { name: dashboardTexts.resumeTitle });
  await expect(resume.getByRole('heading', { name: lessons[2]?.title ?? '' })).toBeVisible();
  await expect(resume).toContainText(course.title);
  await expect(resume).toContainText(new RegExp(`2 of ${lessons.length} lessons · About \\d+ min left`));
  const mine = page.getByRole('region', { name: dashboardTexts.myCourses });
  await expect(mine.getByRole('tab', { name: 'In progress 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(mine.getByRole('list', { name: dashboardTexts.inProgressList })).toContainText(/About \d+ min left/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);

  const other = await newDevice();
  await openAs(other, academy.url('spring'), person);
  await complete(other, lessons.slice(2, 3));
  // The event that a browser sends when a tab becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(resume).toContainText(`3 of ${lessons.length} lessons`);

  await resume.getByRole('link', { name: dashboardTexts.resume }).click();
  await expect(page).toHaveURL(academy.url('spring', `/courses/${course.slug}/lessons/${lessons[3]?.slug}`));
  await expect(heading(page, lessons[3]?.title ?? '')).toBeVisible();

  await complete(other, lessons.slice(3));
  await page.getByRole('banner').getByRole('link', { name: 'Spring Academy' }).click();
  await expect(mine.getByRole('tab', { name: 'Completed 1' })).toBeVisible();
  await mine.getByRole('tab', { name: 'Completed 1' }).click();
  await expect(mine.getByRole('list', { name: dashboardTexts.completedList })).toContainText(course.title);
  await expect(resume).toHaveCount(0);
});

longTest('favorites are in keyboard-operable tabs, and a removal can be undone', async ({ page }) => {
  await learner(page);
  const [first] = await lessonsOf(page, course.slug);
  const { guides } = (await send(page, '/guides/list')) as { guides: { lessonId: string; slug: string }[] };
  await favorite(page, 'course', await courseId(page));
  await favorite(page, 'lesson', first?.lessonId ?? '');
  await favorite(page, 'guide', guides.find(({ slug }) => slug === guide.slug)?.lessonId ?? '');
  await open(page, academy.url('spring'));
  const favorites = page.getByRole('region', { name: dashboardTexts.favorites });
  const tab = (name: string) => favorites.getByRole('tab', { name });

  await tab('Courses 1').focus();
  await expect(favorites.getByRole('tabpanel')).toContainText(course.title);
  await page.keyboard.press('ArrowRight');
  await expect(tab('Lessons 1')).toBeFocused();
  await expect(favorites.getByRole('tabpanel', { name: 'Lessons 1' })).toContainText(lesson.title);
  await expect(favorites.getByRole('link', { name: lesson.title })).toHaveAttribute(
    'href',
    `/courses/${course.slug}/lessons/${lesson.slug}`,
  );
  await page.keyboard.press('End');
  await expect(tab('Learning paths 0')).toHaveAttribute('aria-selected', 'true');
  await expect(favorites.getByRole('heading', { name: 'No favorites yet!' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(favorites.getByRole('tabpanel')).toContainText(guide.title);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, WIDTHS);

  await page.keyboard.press('Tab');
  await expect(favorites.getByRole('link', { name: guide.title })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(favorites.getByRole('link', { name: guide.title })).toHaveCount(0);
  await expect(favorites.getByRole('status')).toContainText(`Removed ${guide.title} from favorites.`);
  await expect(tab('Guides 0')).toBeVisible();
  await expect(favorites.getByRole('button', { name: dashboardTexts.undo })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(favorites.getByRole('link', { name: guide.title })).toBeVisible();
  await expect(favorites.getByRole('button', { name: `Remove ${guide.title} from favorites` })).toBeFocused();
  await page.reload();
  await expect(tab('Guides 1')).toBeVisible();
});

test('home marks newly published content as new', async ({ page }) => {
  await learner(page);
  await expect(page.getByRole('region', { name: dashboardTexts.newsTitle })).toHaveCount(0);
  await publish(
    academy,
    'spring',
    courseFiles('spring', { id: 'fresh', title: 'A Course of Today', outline: ['One'] }),
  );
  await open(page, academy.url('spring'));
  const news = page.getByRole('region', { name: dashboardTexts.newsTitle });
  await expect(news.getByRole('listitem')).toHaveCount(1);
  await expect(news.getByRole('listitem')).toContainText(dashboardTexts.newTag);
  await expect(news.getByRole('link', { name: dashboardTexts.newestCourses })).toHaveAttribute(
    'href',
    '/courses?sort=newest',
  );
  await news.getByRole('link', { name: 'A Course of Today' }).click();
  await expect(heading(page, 'A Course of Today')).toBeVisible();
});

test('a Pro member requests the exam voucher once, on every device', async ({ page, newDevice, allow }) => {
  allow(/status of 409/);
  const member = await academy.newMember();
  // Half a world apart: both show the same dates.
  const other = await newDevice({ viewport: PHONE, timezoneId: 'Pacific/Kiritimati' });
  const far = await newDevice({ timezoneId: 'Pacific/Pago_Pago' });
  for (const one of [page, other, far]) {
    await openAs(one, academy.url('spring'), member);
  }
  const membership = (on: Page) => on.getByRole('region', { name: dashboardTexts.membership });
  const untilOf = async (on: Page) =>
    (await membership(on)
      .getByText(/can be requested until/)
      .textContent()) ?? '';
  expect(await untilOf(far)).toBe(await untilOf(other));
  expect(await untilOf(far)).toContain('(UTC)');
  await expect(membership(far)).toContainText('Its days begin and end at midnight UTC.');
  const button = (on: Page) => membership(on).getByRole('button', { name: dashboardTexts.requestVoucher });
  await expect(membership(page)).toContainText(/Your membership runs until \w+ \d+, \d{4}\./);
  await expect(membership(page)).toContainText('Pro courses, lessons and labs');
  await expect(button(other)).toBeVisible();
  await expectAccessibleToo(page);

  await button(page).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: dashboardTexts.voucherQuestion });
  await expect(question).toContainText('one voucher for each year of your membership');
  await expect(question).toContainText(`will be sent to ${member.email}`);
  await expect(question).toContainText(dashboardTexts.voucherIsFinal);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: dashboardTexts.confirmVoucher }).click();
  const outcome = membership(page).getByRole('status');
  await expect(outcome).toContainText(/You requested this year’s exam voucher on \w+ \d+, \d{4}/);
  await expect(outcome).toContainText(member.email);
  await expect(outcome).toBeFocused();
  await expect(button(page)).toHaveCount(0);
  const mail = await newestMail(page, contactAddress(academy.tenantId('spring')), 'voucher-request');
  expect(mail.plain).toContain(`${member.firstName} ${member.lastName} (${member.email})`);
  await expectAccessibleToo(page);

  // The other device still shows the button: the server refuses, and the page shows the state.
  const refused = other.waitForResponse((response) => response.url().endsWith('/membership/voucher-requests'));
  await button(other).click();
  await other.getByRole('dialog').getByRole('button', { name: dashboardTexts.confirmVoucher }).click();
  expect((await refused).status()).toBe(409);
  await expect(membership(other).getByRole('status')).toContainText('You requested this year’s exam voucher');
  await expectNoSidewaysScroll(other, WIDTHS);
});

longTest('the focus stays on the title of home while the dashboard loads', async ({ page }) => {
  await openAs(page, academy.url('spring', '/courses'), await academy.newPerson());
  await page.getByRole('banner').getByRole('link', { name: 'Spring Academy' }).click();
  await expect(page.getByRole('heading', { name: dashboardTexts.favorites, exact: true })).toBeVisible();
  await expect(page.getByText('No courses yet!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

longTest('a membership that cannot be loaded is reported and can be retried', async ({ page, allow }) => {
  allow(/Failed to load|ERR_|CallError|Network Error/, /^request failed/);
  await openAs(page, academy.url('spring', '/courses'), academy.person('pro'));
  await page.route('**/membership/details*', (route) => route.abort());
  await page.goto(academy.url('spring'));
  await hydrated(page);
  const membership = page.getByRole('region', { name: dashboardTexts.membership });
  await expect(membership.getByText(dashboardTexts.membershipFailed)).toBeVisible();
  await page.unroute('**/membership/details*');
  await membership.getByRole('button', { name: dashboardTexts.tryAgain }).click();
  await expect(membership.getByText(/^Active/)).toBeVisible();
});
