import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { videoTexts } from '@academy/web/features/video/video-texts';
import { progressTexts } from '@academy/web/overlay/progress-texts';
import type { Page } from '@playwright/test';

import { courseFiles, publish } from './support/made-content.ts';
import { playerIn, standInForPlayers } from './support/players.ts';
import { ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const recorded = join(ROOT, 'samples/kube/guides/a-rollout-in-half-a-minute');
const lessonAt = (number: number) => academy.url('spring', `/courses/watching/lessons/l${number}`);
const VIDEO = '/courses/watching/lessons/l1';

test.beforeAll(async () => {
  const lesson = (number: number, title: string, settings: Record<string, unknown>) => ({
    [`watching/0${number}-lesson-l${number}/lesson.json`]: {
      ...{ id: `spring-watching-l${number}`, slug: `l${number}`, title, status: 'live', type: 'video', duration: 60 },
      settings,
    },
  });
  const files = (number: number) => ({
    [`watching/0${number}-lesson-l${number}/film.mp4`]: readFileSync(join(recorded, 'rollout.mp4')),
    [`watching/0${number}-lesson-l${number}/captions.en.vtt`]: readFileSync(join(recorded, 'captions.en.vtt')),
  });
  const outline = ['A Film', 'A Film to Watch', 'A Film Elsewhere', 'A Film Far Away'];
  await publish(academy, 'spring', {
    ...courseFiles('spring', { id: 'watching', title: 'Watching', outline }),
    ...lesson(1, 'A Film', { video: 'film.mp4' }),
    ...files(1),
    ...lesson(2, 'A Film to Watch', { video: 'film.mp4', vimeoAutocomplete: true }),
    ...files(2),
    ...lesson(3, 'A Film Elsewhere', { youtube: 'aBcDeFgHi_1', vimeoAutocomplete: true }),
    'watching/03-lesson-l3/captions.en.vtt': readFileSync(join(recorded, 'captions.en.vtt')),
    ...lesson(4, 'A Film Far Away', { vimeo: 123456789 }),
  });
});

const video = (page: Page) => page.getByRole('article').locator('video');
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

/** Plays from the given second for a moment, and pauses. */
async function watch(page: Page, from: number): Promise<void> {
  await video(page).evaluate(async (element: HTMLVideoElement, start: number) => {
    await element.play();
    element.currentTime = start;
    await new Promise((done) => element.addEventListener('seeked', done, { once: true }));
    element.pause();
  }, from);
}

// Shows promises#where-left-video
test('a video continues where it was left, on another device, too', async ({ page, newDevice }) => {
  const person = await academy.newPerson();
  await openAs(page, academy.url('spring', VIDEO), person);
  const phone = await newDevice({ viewport: PHONE });
  await openAs(phone, academy.url('spring', VIDEO), person);
  await expect(phone.getByText(/^Continues at/)).toHaveCount(0);

  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes('"position"') === true);
  await watch(page, 9);
  expect((await kept).status()).toBe(200);

  await phone.reload();
  await expect(phone.getByText('Continues at 0:09')).toBeVisible();
  await expectAccessible(phone);
  await video(phone).evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => second(phone)).toBeGreaterThanOrEqual(9);
  await expect(phone.getByText(/^Continues at/)).toHaveCount(0);
});

longTest('a video keeps speed, volume and captions, and restarts after its end', async ({ page }) => {
  await openAs(page, academy.url('spring', VIDEO), await academy.newPerson());
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 1.5;
    element.volume = 0.25;
    for (const track of element.textTracks) track.mode = 'showing';
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player'))).toContain('"captions":"en"');
  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes('"position"') === true);
  await video(page).evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    element.currentTime = element.duration - 0.5;
    await new Promise((done) => element.addEventListener('ended', done, { once: true }));
  });
  await kept;
  await page.reload();
  await video(page).evaluate((element: HTMLVideoElement) => element.play());
  const chosen = () =>
    video(page).evaluate((element: HTMLVideoElement) => [
      element.playbackRate,
      element.volume,
      [...element.textTracks].map(({ mode }) => mode),
    ]);
  await expect.poll(chosen).toEqual([1.5, 0.25, ['showing']]);
  expect(await second(page)).toBeLessThan(5);
});

const placeKept = (page: Page) =>
  page.waitForResponse((reply) => reply.request().postData()?.includes('"position"') === true && reply.ok());

test('the transcript of a video follows it, and its lines seek', async ({ page }) => {
  await open(page, academy.url('spring', VIDEO));
  await page.getByText(videoTexts.readAlong).click();
  const line = page.getByRole('button', { name: /Only now the first old pod leaves/ });
  await expect(line).toBeVisible();
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.muted = true;
  });
  await line.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(7);
  const current = page.locator('[aria-current=true]').filter({ hasText: 'Only now the first old pod leaves' });
  await expect(current).toBeVisible();
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.pause();
    element.currentTime = 29;
  });
  await expect(page.locator('[aria-current=true]').filter({ hasText: 'There were never fewer' })).toBeVisible();
  await expectAccessibleToo(page);
});

// Shows promises#watched-not-skipped
test('a video that completes its lesson does so when it was watched', async ({ page }) => {
  await openAs(page, lessonAt(2), await academy.newPerson());
  const mark = page.getByRole('button', { name: runningLabTexts.markComplete });
  await expect(mark).toBeVisible();
  const kept = placeKept(page);
  await video(page).evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = element.duration - 1;
    await new Promise((done) => element.addEventListener('ended', done, { once: true }));
  });
  await kept;
  await expect(mark).toBeVisible();
  await expect(page.getByText(/^[1-9] % watched$/)).toBeVisible();
  await video(page).evaluate(async (element: HTMLVideoElement) => {
    element.playbackRate = 8;
    element.currentTime = 0;
    await element.play();
    await new Promise((done) => element.addEventListener('ended', done, { once: true }));
  });
  await expect(page.getByText(progressTexts.lessonCompleted)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Completed/ })).toBeVisible();
  await expect(page.getByText(/^(9\d|100) % watched$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Completed/ })).toBeVisible();
});

// Shows security#no-other-hosts
test('a video loads nothing of its host before the reader plays it', async ({ page, context, allow }) => {
  allow(/request to another host: https:\/\/player\.vimeo\.com\//);
  await standInForPlayers(context);
  await open(page, lessonAt(4));
  await expect(page.getByText('Plays from player.vimeo.com')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play video: A Film Far Away' }).click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('src', /^https:\/\/player\.vimeo\.com\/video\/\d+/);
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
  await expect(frame).toHaveAttribute('title', 'A Film Far Away');
});

for (const [provider, number] of [
  ['youtube', 3],
  ['vimeo', 4],
] as const)
  longTest(`a video of ${provider} continues where it was left, at its speed`, async ({ page, context, allow }) => {
    allow(/request to another host: https:\/\/(player\.vimeo\.com|www\.youtube-nocookie\.com)\//);
    await standInForPlayers(context);
    await openAs(page, lessonAt(number), await academy.newPerson());
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: /^Play video/ }).click();
    const player = playerIn(page, provider);
    await expect.poll(() => player.start()).toBe(0);
    await expect.poll(() => player.heard()).not.toEqual([]);
    const kept = placeKept(page);
    await player.plays(41, { speed: 1.5 });
    await player.plays(42, { speed: 1.5 });
    await player.stops(42);
    await kept;
    await expect(page.getByText('1 % watched')).toBeVisible();

    await page.reload();
    await expect(page.getByText('Continues at 0:42')).toBeVisible();
    await expectAccessibleToo(page);
    await page.getByRole('button', { name: /^Play video/ }).click();
    await expect.poll(() => player.start()).toBe(42);
    const speed =
      provider === 'youtube'
        ? { event: 'command', func: 'setPlaybackRate', args: [1.5] }
        : { method: 'setPlaybackRate', value: 1.5 };
    await expect.poll(() => player.heard()).toContainEqual(speed);
  });

longTest(
  'a framed video seeks by transcript and completes its lesson when watched',
  async ({ page, context, allow }) => {
    allow(/request to another host: https:\/\/www\.youtube-nocookie\.com\//);
    await standInForPlayers(context);
    await openAs(page, lessonAt(3), await academy.newPerson());
    await page.getByText(videoTexts.readAlong).click();
    await page.getByRole('button', { name: /Only now the first old pod leaves/ }).click();
    const player = playerIn(page, 'youtube');
    await expect.poll(() => player.start()).toBe(7);
    // From then on the page listens to the player.
    await expect
      .poll(() => player.heard())
      .toContainEqual({ event: 'command', func: 'addEventListener', args: ['onError'] });
    await page.getByRole('button', { name: /Four pods of version 2/ }).click();
    await expect.poll(() => player.heard()).toContainEqual({ event: 'command', func: 'seekTo', args: [28, true] });
    for (let second = 0; second <= 19; second += 1) await player.plays(second, { duration: 20 });
    await expect(page.getByText(progressTexts.lessonCompleted)).toBeVisible();
  },
);

longTest('a video that does not load reports it and can be retried', async ({ page, context, allow }) => {
  allow(/request to another host: https:\/\/www\.youtube-nocookie\.com\//, /ERR_FAILED/);
  await context.route('**/*', (route) =>
    route.request().resourceType() === 'media' ? route.abort() : route.fallback(),
  );
  await open(page, academy.url('spring', VIDEO));
  await video(page).evaluate((element: HTMLVideoElement) => void element.play().catch(() => undefined));
  await expect(page.getByRole('alert').filter({ hasText: videoTexts.notLoaded })).toBeVisible();
  await expectAccessible(page);
  await context.unroute('**/*');
  await page.getByRole('button', { name: videoTexts.tryAgain }).click();
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => second(page)).toBeGreaterThan(0);

  // A frame that sends no messages.
  await context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>-</title>' }),
  );
  await page.clock.install();
  await open(page, lessonAt(3));
  await page.getByRole('button', { name: /^Play video/ }).click();
  await expect(page.locator('iframe')).toBeVisible();
  await page.clock.fastForward(16_000);
  await expect(page.getByRole('alert').filter({ hasText: 'www.youtube-nocookie.com does not answer.' })).toBeVisible();
});
