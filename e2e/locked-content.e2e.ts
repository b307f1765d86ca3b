import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import { replyTexts } from '@academy/server/http/reply-texts';

import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { authTexts } from '@academy/web/screens/sign-in/auth-texts';
import { profileTexts } from '@academy/web/shell/profile-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import type { TenantName } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { heading, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring', 'tanzu');

interface Locked {
  tenant: TenantName;
  course: string;
  slug: string;
  title: string;
  /** Folder of the lesson below the course. */
  folder: string;
}

const AUTH: Locked = {
  tenant: 'spring',
  course: 'rest-apis-that-age-well',
  slug: 'name-things-once',
  title: 'Name Things Once',
  folder: '02-module-a-shape-that-lasts/01-lesson-name-things-once',
};
const PRO: Locked = {
  tenant: 'spring',
  course: 'rest-apis-that-age-well',
  slug: 'safe-to-send-twice',
  title: 'Safe to Send Twice',
  folder: '04-module-under-load/01-lesson-safe-to-send-twice',
};
const TANZU_PRO: Locked = {
  tenant: 'tanzu',
  course: 'messages-and-queues',
  slug: 'the-same-message-twice',
  title: 'The Same Message Twice',
  folder: '03-module-when-things-go-wrong/01-lesson-the-same-message-twice',
};

const courseUrl = ({ tenant, course }: Locked) => academy.url(tenant, `/courses/${course}`);
const lessonPath = ({ course, slug }: Locked) => `/courses/${course}/lessons/${slug}`;
const lessonUrl = (lesson: Locked) => academy.url(lesson.tenant, lessonPath(lesson));

/** Plain sentences of a lesson's text: none of them may leave the server. */
function sentencesOf({ tenant, course, folder }: Locked): string[] {
  const text = readFileSync(join(ROOT, 'samples', tenant, 'courses', course, folder, 'content.md'), 'utf8');
  const plain = text.split('\n').filter((line) => /^[A-Z][A-Za-z ,]{30,}/.test(line));
  const sentences = plain.map((line) => /^[A-Za-z ,]+/.exec(line)?.[0].trim() ?? '');
  expect(sentences.length).toBeGreaterThan(2);
  return sentences;
}

async function expectWithheld(lesson: Locked, headers: Record<string, string> = {}): Promise<void> {
  const paths = [
    lessonPath(lesson),
    `/courses/${lesson.course}`,
    `/api/v1/lessons/details/${lesson.course}/${lesson.slug}`,
    `/api/v1/lessons/list?slug=${lesson.course}`,
    `/api/v1/courses/details?slug=${lesson.course}`,
  ];
  for (const path of paths) {
    const { status, text } = await academy.get(lesson.tenant, path, headers);
    expect(status, path).toBe(200);
    expect(text.includes(lesson.title), `${path} names the lesson`).toBe(true);
    const given = sentencesOf(lesson).filter((sentence) => text.includes(sentence));
    expect(given, `${path} gives away`).toEqual([]);
  }
}

const bearerOf = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`,
});

const lockPanel = (page: Page) => page.getByRole('region', { name: accessLockTexts.locked });

async function expectReadable(page: Page, lesson: Locked): Promise<void> {
  await expect(heading(page, lesson.title)).toBeVisible();
  const [sentence = ''] = sentencesOf(lesson);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(lockPanel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: runningLabTexts.markComplete })).toBeVisible();
}

test('a visitor sees a lock on a lesson for members', async ({ page }) => {
  await open(page, academy.url('spring', '/courses'));
  await expect(page.getByRole('article').filter({ hasText: 'REST APIs That Age Well' })).toContainText(
    catalogueTexts.logIn,
  );
  await page.getByRole('link', { name: 'REST APIs That Age Well' }).click();
  const entry = page
    .getByRole('region', { name: courseTexts.contents })
    .getByRole('listitem')
    .filter({ hasText: AUTH.title });
  await expect(entry.getByRole('img', { name: accessLockTexts.locked })).toBeVisible();
  await expect(entry).toContainText('7 min');
  await entry.getByRole('link').click();
  await expect(heading(page, AUTH.title)).toBeVisible();
  await expect(lockPanel(page).getByRole('heading', { name: catalogueTexts.logInTitle })).toBeVisible();
  await expect(lockPanel(page)).toContainText('free with an account');
  await expect(page.getByRole('button', { name: runningLabTexts.markComplete })).toHaveCount(0);
  await expectWithheld(AUTH);
});

test('the lock leads to log-in and back to the open lesson', async ({ page }) => {
  const learner = academy.person('learner');
  await open(page, lessonUrl(AUTH));
  await lockPanel(page).getByRole('button', { name: shellTexts.logIn }).click();
  await page.getByRole('textbox', { name: authTexts.email }).fill(learner.email);
  await page.getByRole('button', { name: courseTexts.continue }).click();
  await page.getByLabel(signInPageTexts.password).fill(learner.password);
  await page.getByRole('button', { name: signInPageTexts.logIn, exact: true }).click();
  await expect(page).toHaveURL(lessonUrl(AUTH));
  await expectReadable(page, AUTH);
  await page.reload();
  await expectReadable(page, AUTH);
  await open(page, courseUrl(AUTH));
  const entry = page
    .getByRole('region', { name: courseTexts.contents })
    .getByRole('listitem')
    .filter({ hasText: AUTH.title });
  await expect(entry).toBeVisible();
  await expect(entry.getByRole('img', { name: accessLockTexts.locked })).toHaveCount(0);
});

test('a Pro lesson stays locked for a learner without membership', async ({ page }) => {
  await open(page, lessonUrl(PRO));
  await expect(lockPanel(page).getByRole('heading', { name: 'Included in Pro membership' })).toBeVisible();
  await openAs(page, lessonUrl(PRO), academy.person('learner'));
  await expect(lockPanel(page)).toContainText('Pro membership opens all Pro courses, lessons and labs');
  await expect(lockPanel(page)).toContainText('one Spring Certified Professional exam voucher per year');
  await expect(lockPanel(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: runningLabTexts.markComplete })).toHaveCount(0);
  await expectWithheld(PRO);
  await expectWithheld(PRO, await bearerOf(page));
});

test('a Pro member reads a Pro lesson', async ({ page }) => {
  await openAs(page, lessonUrl(PRO), academy.person('pro'));
  await expectReadable(page, PRO);
});

test('in Tanzu Academy a free account opens Pro content', async ({ page }) => {
  await open(page, lessonUrl(TANZU_PRO));
  await expect(lockPanel(page)).toBeVisible();
  await expectWithheld(TANZU_PRO);
  await openAs(page, lessonUrl(TANZU_PRO), await academy.newPerson());
  await expectReadable(page, TANZU_PRO);
});

longTest('another person at the same browser does not see unlocked content', async ({ page }) => {
  const pro = academy.person('pro');
  await openAs(page, lessonUrl(PRO), pro);
  await expectReadable(page, PRO);
  await page.getByRole('button', { name: 'Profile of' }).click();
  await page.getByRole('menuitem', { name: profileTexts.logOut }).click();
  await page.waitForURL(academy.url('spring'));
  await open(page, lessonUrl(PRO));
  await expect(lockPanel(page)).toBeVisible();
  const [sentence = ''] = sentencesOf(PRO);
  await expect(page.getByText(sentence)).toHaveCount(0);
});

const FILES = 'paid-files';
const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"><rect width="40" height="20" fill="${color}"/></svg>`;
const videoFile = () => readFileSync(join(ROOT, 'samples/kube/guides/a-rollout-in-half-a-minute/rollout.mp4'));

/** The address of a file once its hour is over. */
const ended = (address: string) => address.replace(/until\/\d+\/[^/]+/, 'until/1/ended');

test('files of a locked lesson stay available while its page is open', async ({ page, allow }) => {
  allow(/status of 404/, /^request failed/);
  const place = `${FILES}/01-lesson-l1`;
  await publish(academy, 'spring', {
    ...courseFiles('spring', {
      ...{ id: FILES, title: 'Paid Files', fields: { entitlements: ['auth'] }, outline: ['A Film and a Drawing'] },
      text: '<details><summary>More</summary>\n\n![Blue](blue.svg)\n\n</details>\n\n[The plan](plan.svg)\n',
    }),
    [`${place}/lesson.json`]: {
      ...{ id: 'spring-paid-files-l1', slug: 'l1', title: 'A Film and a Drawing', status: 'live', type: 'video' },
      ...{ duration: 60, settings: { video: 'film.mp4' } },
    },
    [`${place}/film.mp4`]: videoFile(),
    [`${place}/blue.svg`]: svg('blue'),
    [`${place}/plan.svg`]: svg('green'),
  });
  const lesson = academy.url('spring', `/courses/${FILES}/lessons/l1`);
  await openAs(page, lesson, await academy.newPerson());
  const article = page.getByRole('article');
  const image = article.getByRole('img', { name: 'Blue' });
  await article.getByText('More').click();
  const width = () => image.evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBe(40);

  // A visitor may use the signed address, neither the plain nor the expired one.
  const address = (await image.getAttribute('src')) ?? '';
  const plain = address.replace(/until\/\d+\/[^/]+\//, '');
  for (const [one, status] of [
    [address, 200],
    [plain, 404],
    [ended(address), 404],
  ] as const)
    expect((await academy.get('spring', one)).status, one).toBe(status);

  // Addresses of images, links and videos that have expired are renewed in place.
  await image.evaluate((img: HTMLImageElement, old) => img.setAttribute('src', old), ended(address));
  await expect.poll(() => image.getAttribute('src')).toBe(address);
  await expect.poll(width).toBe(40);
  await expect(image).toBeVisible();

  const video = article.locator('video');
  await video.evaluate((element: HTMLVideoElement, end) => {
    element.muted = true;
    element.src = element.src.replace(/until\/\d+\/[^/]+/, end);
    void element.play().catch(() => undefined);
  }, 'until/1/ended');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  await expect(article.getByRole('alert')).toHaveCount(0);

  const link = article.getByRole('link', { name: 'The plan' });
  const target = (await link.getAttribute('href')) ?? '';
  await link.evaluate((element, old) => element.setAttribute('href', old), ended(target));
  await link.click();
  await expect(page).toHaveURL(academy.url('spring', target));

  // An expired address explains what to do.
  await page.goto(academy.url('spring', ended(target)), { referer: lesson });
  await expect(heading(page, replyTexts.fileGoneTitle)).toBeVisible();
  await page.getByRole('link', { name: replyTexts.toLesson }).click();
  await expect(heading(page, 'A Film and a Drawing')).toBeVisible();

  // When all addresses have expired, the page requests the lesson again.
  await article.getByText('More').click();
  await expect.poll(width).toBe(40);
  await page.clock.setSystemTime(Date.now() + 55 * 60_000);
  const asked = page.waitForRequest(/lessons\/details\/paid-files\/l1/);
  await image.evaluate((img: HTMLImageElement, old) => img.setAttribute('src', old), ended(address));
  await asked;
  await expect.poll(width).toBe(40);
});
