import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { progressTexts } from '@academy/web/overlay/progress-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonKeysTexts } from '@academy/web/screens/lessons/lesson-keys-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Page } from '@playwright/test';
import { ALL } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeLesson,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  nextLesson,
  open,
  signIn,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const COURSE = '/courses/write-your-first-course';
const LESSONS = [
  { slug: 'what-you-will-make', title: 'What You Will Make' },
  { slug: 'folders-and-order', title: 'Folders, Files and Order' },
  { slug: 'the-json-files', title: 'The JSON Files' },
  { slug: 'markdown-that-reads-well', title: 'Markdown That Reads Well' },
  { slug: 'shortcodes', title: 'Shortcodes for the Special Moments' },
  { slug: 'asking-questions', title: 'Asking Questions' },
  { slug: 'who-may-read-what', title: 'Who May Read What' },
  { slug: 'publish-and-publish-again', title: 'Publish, Look, Publish Again' },
] as const;
const [FIRST, SECOND, THIRD] = LESSONS;

const lessonUrl = ({ slug }: { slug: string }) => academy.url('spring', `${COURSE}/lessons/${slug}`);
const foot = (page: Page) => page.getByRole('navigation', { name: lessonTexts.lesson, exact: true });
const outline = (page: Page) => page.getByRole('navigation', { name: lessonTexts.courseOutline });

test('the outline shows modules and current lesson, and leads to every lesson', async ({ page }) => {
  await open(page, lessonUrl(SECOND));
  await expect(outline(page).getByRole('link', { name: 'Write Your First Course' })).toBeVisible();
  await expect(outline(page).getByText('Module 1', { exact: true })).toBeVisible();
  await expect(outline(page).getByText('Module 3', { exact: true })).toBeVisible();
  await expect(outline(page).getByRole('link', { name: SECOND.title })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Module 1 · Lesson 2 of 8')).toBeVisible();
  // Other modules are collapsed.
  const folded = outline(page).getByRole('link', { name: 'Asking Questions' });
  await expect(folded).toBeHidden();
  await outline(page).getByText('Module 2', { exact: true }).click();
  await folded.click();
  await expect(heading(page, 'Asking Questions')).toBeVisible();
  await expect(page).toHaveTitle('Asking Questions - Spring Academy');
  await expect(outline(page).getByRole('link', { name: 'Asking Questions' })).toHaveAttribute('aria-current', 'page');
});

longTest('previous and next follow the outline, and end at the conclusion', async ({ page }) => {
  await open(page, lessonUrl(FIRST));
  await expect(foot(page).getByRole('link', { name: /^Previous/ })).toHaveCount(0);
  for (const lesson of LESSONS.slice(1)) await nextLesson(page, lesson.title);
  await expect(foot(page).getByRole('link', { name: /^Next/ })).toHaveCount(0);
  await foot(page)
    .getByRole('link', { name: /^Previous/ })
    .click();
  await expect(heading(page, LESSONS[6].title)).toBeVisible();
  await nextLesson(page, LESSONS[7].title);
  await foot(page)
    .getByRole('link', { name: /^Finish/ })
    .click();
  await expect(page).toHaveURL(academy.url('spring', `${COURSE}/conclusion`));
});

test('the keys n, p and m navigate and complete; ? lists them', async ({ page }) => {
  await openAs(page, lessonUrl(FIRST), await academy.newPerson());
  await expect(heading(page, FIRST.title)).toBeVisible();
  // Keyboard shortcuts are hydrated a moment after the text.
  const help = page.getByRole('dialog', { name: lessonKeysTexts.title });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.keyboard.press('n');
  await expect(heading(page, SECOND.title)).toBeVisible();
  await page.keyboard.press('n');
  await expect(heading(page, THIRD.title)).toBeVisible();
  await page.keyboard.press('p');
  await expect(heading(page, SECOND.title)).toBeVisible();
  const acknowledged = page.waitForResponse((response) => response.url().endsWith('/lessons/mark-complete'));
  await page.keyboard.press('m');
  expect((await acknowledged).status()).toBe(200);
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
  await expect(
    page.getByRole('region', { name: uiTexts.messages }).getByText(progressTexts.lessonCompleted),
  ).toHaveCount(1);

  await page.keyboard.press('?');
  await expect(help).toContainText(lessonKeysTexts.complete);
  // Shortcuts are off while a dialog is open.
  await page.keyboard.press('n');
  await expect(help).toBeVisible();
  await expect(heading(page, SECOND.title)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('a visitor who completes a lesson logs in, and it is complete', async ({ page }) => {
  await open(page, lessonUrl(SECOND));
  await page.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(page).toHaveURL(academy.url('spring', '/auth'));
  await expect(page.getByText(lessonTexts.logInToComplete)).toBeVisible();
  await signIn(page, await academy.newPerson());
  await expect(page).toHaveURL(lessonUrl(SECOND));
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
});

test('"On this page" leads to each heading, and code is copied with one button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: academy.origin('spring') });
  await open(page, lessonUrl(THIRD));
  const toc = page.getByRole('navigation', { name: lessonTexts.onThisPage });
  const links = toc.getByRole('link');
  const titles = await links.allTextContents();
  expect(titles.length).toBeGreaterThan(2);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(titles);
  const last = titles.at(-1) ?? '';
  await toc.getByRole('link', { name: last }).click();
  await expect(page.getByRole('heading', { level: 2, name: last })).toBeInViewport();
  await expect(toc.getByRole('link', { name: last })).toHaveAttribute('aria-current', 'true');
  expect(new URL(page.url()).hash).not.toBe('');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: last })).toBeInViewport();

  const figure = page.getByRole('article').getByRole('figure').first();
  await expect(figure).toContainText('JSON');
  const colours = await figure
    .locator('pre span')
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
  expect(colours).toBeGreaterThan(1);
  await figure.getByRole('button', { name: uiTexts.copy }).click();
  await expect(figure.getByRole('button', { name: uiTexts.copied })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ slug: 'tea-for-engineers' });
});

longTest('a lesson of any brand shows its place and duration', async ({ page }) => {
  for (const [tenant, place, time] of [
    ['spring', 'Lesson 1 of 8', '4 min'],
    ['kube', 'Lesson 1 of 8', '5 min'],
    ['tanzu', 'Lesson 1 of 6', '5 min'],
  ] as const) {
    const { course, lesson } = SAMPLES[tenant];
    await open(page, academy.url(tenant, `/courses/${course.slug}/lessons/${lesson.slug}`));
    const article = page.getByRole('article');
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect(article.getByText(place)).toBeVisible();
      await expect(article.getByRole('listitem').filter({ hasText: `Lesson duration: ${time}` })).toBeVisible();
    }
  }
});

longTest('videos play from this academy with captions, or from their host', async ({ page, context, allow }) => {
  const { instructor } = SAMPLES.spring;
  const outline = ['A Film of Ours', 'A Film at Brightcove', 'A Film at YouTube'];
  const videoLesson = (number: number, settings: object) => ({
    [`films/0${number}-lesson-l${number}/lesson.json`]: {
      id: `spring-films-l${number}`,
      slug: `l${number}`,
      title: outline[number - 1],
      status: 'live',
      type: 'video',
      duration: 3570,
      instructors: [`spring-${instructor.slug}`],
      settings,
    },
  });
  const recorded = join(ROOT, 'samples/kube/guides/a-rollout-in-half-a-minute');
  await publish(academy, 'spring', {
    ...courseFiles('spring', { id: 'films', title: 'Films', outline }),
    ...videoLesson(1, { video: 'film.mp4' }),
    'films/01-lesson-l1/film.mp4': readFileSync(join(recorded, 'rollout.mp4')),
    'films/01-lesson-l1/captions.en.vtt': readFileSync(join(recorded, 'captions.en.vtt')),
    ...videoLesson(2, { brightcove: '6310000000001' }),
    ...videoLesson(3, { youtube: 'aBcDeFgHi_1' }),
  });
  await open(page, academy.url('spring', '/courses/films/lessons/l1'));
  const article = page.getByRole('article');
  await expect(article.getByRole('listitem').filter({ hasText: /^Lesson duration: 1 h$/ })).toBeVisible();
  const video = article.locator('video');
  const track = video.locator('track');
  await expect(track).toHaveAttribute('kind', 'captions');
  await expect(track).toHaveAttribute('srclang', 'en');
  const cues = await video.evaluate(async (element: HTMLVideoElement) => {
    const captions = element.querySelector('track');
    if (captions === null) return 0;
    const loaded = new Promise((done) => captions.addEventListener('load', done, { once: true }));
    captions.track.mode = 'showing';
    await loaded;
    return captions.track.cues?.length ?? 0;
  });
  expect(cues).toBeGreaterThan(1);
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);

  allow(/request to another host: https:\/\/(players\.brightcove\.net|www\.youtube-nocookie\.com)\//);
  // Captions were switched on in the previous video.
  const asked: string[] = [];
  for (const [slug, host, address] of [
    ['l2', 'players.brightcove.net', '/4711/ourPlayer_default/index.html?videoId=6310000000001&autoplay=true'],
    [
      'l3',
      'www.youtube-nocookie.com',
      `/embed/aBcDeFgHi_1?autoplay=1&rel=0&enablejsapi=1&origin=${encodeURIComponent(academy.url('spring', ''))}&cc_load_policy=1&cc_lang_pref=en`,
    ],
  ] as const) {
    await context.route(`https://${host}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>-</title><p>The player</p>' });
    });
    await page
      .getByRole('navigation', { name: lessonTexts.lesson, exact: true })
      .getByRole('link', { name: /^Next/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${slug}$`));
    await expect(page.getByText(`Plays from ${host}`)).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: /^Play video: A Film at/ }).click();
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute('src', `https://${host}${address}`);
    // A frame that the security policy of the page forbids stays empty.
    await expect(frame.contentFrame().getByText('The player')).toBeVisible();
    expect(asked.splice(0)).toEqual([`https://${host}${address}`]);
    await expectNoSidewaysScroll(page, [320, 390]);
  }
  await article.getByRole('link', { name: instructor.title }).click();
  await expect(page).toHaveURL(academy.url('spring', `/instructors/${instructor.slug}`));
  await expect(heading(page, instructor.title)).toBeVisible();
  const policy = (await academy.get('spring', '/courses/films/lessons/l2')).headers['content-security-policy'];
  expect(policy).toMatch(/frame-src https:\/\/players\.brightcove\.net [^;]*https:\/\/www\.youtube-nocookie\.com/);
});

longTest('a lab lesson shows its text and a link to its lab', async ({ page }) => {
  await openAs(
    page,
    academy.url('spring', '/courses/rest-apis-that-age-well/lessons/lab-problem-details'),
    academy.person('learner'),
  );
  await expect(heading(page, 'Lab: Your First Problem Details')).toBeVisible();
  await expect(page.getByText('What you will do')).toBeVisible();
  await expect(page.getByRole('button', { name: lessonTexts.markComplete })).toBeVisible();
  await page.getByRole('link', { name: lessonTexts.openLab }).click();
  await expect(heading(page, 'Four Bad Answers')).toBeVisible();
});

longTest('the conclusion congratulates no visitor', async ({ page }) => {
  await open(page, academy.url('spring', `${COURSE}/conclusion`));
  await expect(heading(page, /\S/)).toBeVisible();
  await expect(heading(page, /^Congratulations/)).toHaveCount(0);
  await expect(page.getByText('8 lessons left before this course is complete.')).toBeVisible();
});

longTest('the conclusion says what is left, and congratulates when nothing is', async ({ page }) => {
  test.setTimeout(90_000);
  await openAs(page, lessonUrl(FIRST), await academy.newPerson());
  await completeLesson(page);
  await open(page, academy.url('spring', `${COURSE}/conclusion`));
  await expect(heading(page, courseTexts.onYourWay)).toBeVisible();
  await expect(page.getByText('7 lessons left before this course is complete.')).toBeVisible();
  const left = page.getByRole('main').getByRole('list').first();
  await expect(left.getByRole('link')).toHaveText(LESSONS.slice(1, 6).map(({ title }) => title));
  await expect(page.getByRole('link', { name: 'and 2 more' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: knowledgeCheckTexts.continue }).click();
  for (const [index, lesson] of LESSONS.slice(1).entries()) {
    await expect(heading(page, lesson.title)).toBeVisible();
    await completeLesson(page);
    await foot(page)
      .getByRole('link', { name: index === 6 ? /^Finish/ : /^Next/ })
      .click();
  }
  await expect(page).toHaveURL(academy.url('spring', `${COURSE}/conclusion`));
  await expect(heading(page, /^Congratulations/)).toBeVisible();
  await expect(page.getByText('8 of 8 lessons')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: courseTexts.browse })).toHaveAttribute('href', '/courses');
  await expect(main.getByRole('link', { name: courseTexts.learningPaths })).toHaveAttribute('href', '/paths');
  await expect(main.getByRole('link', { name: courseTexts.contact })).toHaveAttribute('href', '/contact');
  await expectAccessible(page);

  await open(page, academy.url('spring'));
  const completed = page.getByRole('list', { name: dashboardTexts.completedList });
  await expect(completed.getByRole('article')).toHaveCount(1);
  await expect(completed.getByRole('img', { name: '8 of 8 lessons' })).toBeVisible();
  await open(page, academy.url('spring', COURSE));
  await expect(page.getByRole('link', { name: courseTexts.seeConclusion })).toBeVisible();
});

test('on a phone outline and contents of the page open as sheets', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, lessonUrl(THIRD));
  await expect(outline(page)).toBeHidden();
  await page.getByRole('button', { name: lessonTexts.outline }).click();
  const sheet = page.getByRole('dialog', { name: lessonTexts.outline });
  await expect(sheet.getByText('Module 3')).toBeVisible();
  await sheet.getByRole('link', { name: SECOND.title }).click();
  await expect(sheet).toBeHidden();
  await expect(heading(page, SECOND.title)).toBeVisible();

  await page.getByRole('button', { name: lessonTexts.onThisPage }).click();
  const contents = page.getByRole('dialog', { name: lessonTexts.onThisPage });
  const last = contents.getByRole('link').last();
  const title = (await last.textContent()) ?? '';
  await expectAccessible(page);
  await last.click();
  await expect(contents).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeInViewport();
  // On medium widths the outline is beside the text, and the contents stay behind a button.
  for (const width of ALL ? [1024, 1055, 1056, 1200, 1343] : [1055, 1056]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('button', { name: lessonTexts.onThisPage }).locator('svg')).toBeVisible();
    await page.getByRole('button', { name: lessonTexts.onThisPage }).click();
    await expect(contents.getByRole('link').last(), `${width} px`).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contents).toBeHidden();
    await expect(page.getByRole('button', { name: lessonTexts.outline })).toHaveCount(width < 1056 ? 1 : 0);
  }
  await page.setViewportSize({ width: 1344, height: 800 });
  await expect(page.getByRole('button', { name: lessonTexts.onThisPage })).toBeHidden();
  await expect(page.getByRole('navigation', { name: lessonTexts.onThisPage })).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 360, 390, 700, 701]);
});
