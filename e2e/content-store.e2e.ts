import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Academy, ALL } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { hasSwift, type Swift, startSwift } from './support/swift.ts';
import { expect, test } from './support/test.ts';

const academy = new Academy();
let swift: Swift | undefined;

test.skip(!ALL || !hasSwift, 'starts a store of its own: with --all, where OpenStack Swift is installed');

test.beforeAll(async () => {
  if (!ALL || !hasSwift) return;
  swift = await startSwift();
  academy.env = { ...swift.env, ACADEMY_S3_DELIVERY: 'redirect' };
  await academy.open();
  const recorded = join(ROOT, 'samples/kube/guides/a-rollout-in-half-a-minute');
  await publish(academy, 'spring', {
    ...courseFiles('spring', { id: 'stored', title: 'Stored', outline: ['A Film'] }),
    'stored/01-lesson-l1/lesson.json': {
      ...{ id: 'spring-stored-l1', slug: 'l1', title: 'A Film', status: 'live', type: 'video', duration: 60 },
      ...{ entitlements: ['auth'], settings: { video: 'film.mp4' } },
    },
    'stored/01-lesson-l1/film.mp4': Buffer.concat([readFileSync(join(recorded, 'rollout.mp4')), freeBox(1_500_000)]),
    'stored/01-lesson-l1/captions.en.vtt': readFileSync(join(recorded, 'captions.en.vtt')),
  });
});

test.afterAll(async () => {
  if (academy.port > 0) await academy.remove();
  await swift?.stop();
});

/** A part of a film that players skip: files of this size are redirected. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write('free', 4, 'latin1');
  return box;
}

const video = (page: Page) => page.getByRole('article').locator('video');

test('a learner watches a locked film that comes from the store', async ({ page }) => {
  const answered: [origin: string, status: number][] = [];
  page.on('response', (response) => answered.push([new URL(response.url()).origin, response.status()]));
  await openAs(page, academy.url('spring', '/courses/stored/lessons/l1'), await academy.newPerson());
  await expect(video(page)).toBeVisible();
  await video(page).evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    await new Promise((done) => element.addEventListener('timeupdate', done, { once: true }));
    element.pause();
  });
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.error)).toBeNull();
  expect(answered).toContainEqual([academy.origin('spring'), 302]);
  expect(answered).toContainEqual([swift?.origin, 206]);
  // Subtitles come from the academy itself.
  await video(page).evaluate((element: HTMLVideoElement) => {
    for (const track of element.textTracks) track.mode = 'hidden';
  });
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(0);
});
