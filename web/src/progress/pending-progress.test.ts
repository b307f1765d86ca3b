import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, failure, type Received, serveAnswers, success, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { currentToasts } from '../lib/shown-toasts.ts';
import { removeToast } from '../lib/toasts.ts';
import type { CachedOverlay } from '../overlay/overlay.ts';
import { OVERLAY, pendingStore } from '../overlay/pending-store.ts';
import { signInFor } from '../sign-in/action-after-sign-in.ts';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { pendingActions } from '../sign-in/pending-actions.ts';
import { readSession, SIGNED_OUT, sessionStore } from '../sign-in/session.ts';
import { storeTokens } from '../sign-in/stored-tokens.ts';
import {
  markComplete,
  markGuideComplete,
  recordProgress,
  sendPending,
  startPendingProgress,
} from './pending-progress.ts';

const lesson = { lessonId: 'l2', courseId: 'c1', isLastLesson: false };
const KEY = 'unsent-progress:spring:u1';
const courseKey = [OVERLAY, 'spring', 'u1', { courseSlug: 'rest' }];
const homeKey = [OVERLAY, 'spring', 'u1', { kind: 'home' }];
const item = {
  isFavorite: false,
  completedLesson: 1,
  lessonsCount: 3,
  progressStatus: 'In Progress',
  locked: null,
} as const;

let browser: FakeBrowser;
let server: TestServer;
let client: QueryClient;
let stop: () => void;
let answer: (request: Received) => Answer | Promise<Answer>;

beforeEach(async () => {
  browser = fakeBrowser();
  server = await serveAnswers((request) => answer(request));
  runtimeAt(server.origin);
  const claims = Buffer.from(JSON.stringify({ sub: 'u1' })).toString('base64url');
  storeTokens({ access_token: `e30.${claims}.x`, refresh_token: 'r', expires_in: 600 });
  readSession();
  for (const { id } of currentToasts()) removeToast(id);
  client = new QueryClient();
  const lessons = { l2: { progressStatus: 'Not Started', isFavorite: false, locked: null } } as const;
  client.setQueryData<CachedOverlay>(courseKey, {
    query: { courseSlug: 'rest' },
    items: { c1: item },
    lessons,
    favoriteCount: 0,
  });
  client.setQueryData<CachedOverlay>(homeKey, { query: { kind: 'home' }, items: { c1: item }, favoriteCount: 0 });
  stop = startPendingProgress(client);
});
afterEach(async () => {
  stop();
  client.clear();
  await server.close();
  vi.unstubAllGlobals();
});

const stored = () => JSON.parse(browser.local.get(KEY) ?? '[]') as { lessonId: string; key: string; kind: string }[];

test('marking complete brings home, lists and lesson to the counts of the server', async () => {
  answer = () => success({ progressStatus: 'Completed', completedLesson: 2, lessonsCount: 3 });
  const done = markComplete(lesson);
  // On disk and on screen before the answer is here.
  expect([stored().length, pendingStore.get().length]).toEqual([1, 1]);
  expect(await done).toBe(true);
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ ...lesson, operationType: 'COMPLETE_LESSON' });
  for (const key of [courseKey, homeKey])
    expect(client.getQueryData<CachedOverlay>(key)?.items.c1?.completedLesson).toBe(2);
  expect(client.getQueryData<CachedOverlay>(courseKey)?.lessons?.l2?.progressStatus).toBe('Completed');
  expect([stored(), pendingStore.get()]).toEqual([[], []]);
});

test('a lesson completed during hydration waits until the person is known', async () => {
  const onDisk: number[] = [];
  answer = () => {
    onDisk.push(stored().length);
    return success({ progressStatus: 'Completed', completedLesson: 2, lessonsCount: 3 });
  };
  sessionStore.set(SIGNED_OUT);
  const done = markComplete(lesson);
  readSession();
  expect(await done).toBe(true);
  expect(onDisk).toEqual([1]);
});

test('a completion sent by its call and by the queue has one key', async () => {
  const reply = { progressStatus: 'Completed', completedLesson: 2, lessonsCount: 3 } as const;
  let sent: Promise<void> | undefined;
  answer = async ({ url }) => {
    if (url.includes('/events')) return success({ results: [], courses: [{ courseId: 'c1', ...reply }] });
    sent ??= sendPending();
    await sent;
    return success(reply);
  };
  expect(await markComplete(lesson)).toBe(true);
  const [call, queue] = server.received;
  expect(JSON.parse(queue?.body ?? '').events).toMatchObject([
    { key: call?.headers['idempotency-key'], kind: 'completed' },
  ]);
});

test('a completion that waits for the network is shown as no failure', async () => {
  answer = () => ({ broken: true });
  expect(await markComplete(lesson)).toBe(false);
  expect(currentToasts().map(({ message }) => message)).toEqual(['Lesson completed']);
});

test('a completion taken back before its reply shows no message and counts nothing', async () => {
  let reply = () => {};
  const replied = new Promise<void>((resolve) => {
    reply = resolve;
  });
  const taken = { courseId: 'c1', completedLesson: 1, lessonsCount: 3, progressStatus: 'In Progress', percent: 33 };
  answer = async ({ url, body }) => {
    if (url.includes('/events')) {
      const { events } = JSON.parse(body) as { events: { key: string }[] };
      return success({
        results: events.map(({ key }) => ({ key, outcome: 'recorded', reason: null })),
        courses: [taken],
      });
    }
    await replied;
    return success({ progressStatus: 'In Progress', completedLesson: 2, lessonsCount: 3 });
  };
  const done = markComplete(lesson);
  recordProgress({ lessonId: 'l2', courseId: 'c1', kind: 'undone' });
  await sendPending();
  reply();
  await done;
  expect(currentToasts()).toEqual([]);
  expect(client.getQueryData<CachedOverlay>(courseKey)?.items.c1?.completedLesson).toBe(1);
  expect(stored()).toEqual([]);
});

// Shows promises#kept-offline
test('an offline completion waits on the device and is resent with its key', async () => {
  answer = () => ({ broken: true });
  expect(await markComplete(lesson)).toBe(false);
  expect(pendingActions()).toBe(1);
  const key = stored()[0]?.key;
  await sendPending();
  expect(stored()).toHaveLength(1);
  answer = ({ body }) => {
    const [event] = (JSON.parse(body) as { events: { key: string }[] }).events;
    return success({
      results: [{ key: event?.key, outcome: 'recorded', reason: null }],
      courses: [{ courseId: 'c1', completedLesson: 2, lessonsCount: 3, progressStatus: 'In Progress', percent: 67 }],
    });
  };
  await sendPending();
  const sent = server.received
    .filter(({ url }) => url.endsWith('/progress/events'))
    .map(({ body }) => JSON.parse(body));
  expect(sent.map(({ events }) => events[0].key)).toEqual([key, key]);
  expect(sent[0].events[0]).not.toHaveProperty('courseId');
  expect([stored(), pendingActions()]).toEqual([[], 0]);
  expect(client.getQueryData<CachedOverlay>(courseKey)?.items.c1?.completedLesson).toBe(2);
});

test('a guide completed offline is sent by its own call, lessons beside it', async () => {
  const guidesKey = [OVERLAY, 'spring', 'u1', { kind: 'guides' }];
  client.setQueryData<CachedOverlay>(guidesKey, { items: {}, favoriteCount: 0, query: { kind: 'guides' } });
  answer = () => ({ broken: true });
  expect(await markGuideComplete('g1')).toBe(false);
  recordProgress({ lessonId: 'l1', courseId: 'c1', kind: 'started' });
  await sendPending();
  expect(pendingActions()).toBe(2);
  const sent: unknown[] = [];
  answer = ({ url, body }) => {
    sent.push([url.replace(/^.*\/v1/, ''), JSON.parse(body).lessonId ?? JSON.parse(body).events[0].lessonId]);
    return success(url.endsWith('/markComplete') ? { progressStatus: 'Completed' } : { results: [], courses: [] });
  };
  await sendPending();
  expect(sent).toEqual([
    ['/guides/markComplete', 'g1'],
    ['/progress/events', 'l1'],
  ]);
  expect([stored(), pendingActions()]).toEqual([[], 0]);
  expect(client.getQueryData<CachedOverlay>(guidesKey)?.items.g1?.progressStatus).toBe('Completed');
  expect(client.getQueryData<CachedOverlay>(homeKey)?.items.g1).toBeUndefined();
});

test('what a visitor marked is marked once they have logged in, once', async () => {
  answer = () => success({ progressStatus: 'Completed', completedLesson: 2, lessonsCount: 3 });
  signInFor('completion', lesson);
  for (const _page of [1, 2]) stop = startPendingProgress(client);
  await vi.waitFor(() => expect(currentToasts().map(({ message }) => message)).toEqual(['Lesson completed']));
  expect(server.received.map(({ body }) => JSON.parse(body))).toMatchObject([lesson]);
});

test('a log-in that another press begins, or a late one, marks nothing', () => {
  signInFor('completion', lesson);
  history.pushState(null, '', '/courses/another');
  rememberOrigin();
  stop = startPendingProgress(client);
  signInFor('completion', lesson);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000);
  stop = startPendingProgress(client);
  vi.restoreAllMocks();
  expect([stored(), server.received]).toEqual([[], []]);
});

test('a refusal takes the completion back and says why', async () => {
  answer = () => failure(403, [{ errorMessage: 'This is part of Pro membership.', code: 'locked-pro' }]);
  expect(await markComplete(lesson)).toBeNull();
  expect([stored(), pendingStore.get()]).toEqual([[], []]);
  expect(currentToasts().map(({ message }) => message)).toEqual(['This is part of Pro membership.']);
  expect(client.getQueryData<CachedOverlay>(courseKey)?.items.c1?.completedLesson).toBe(1);
});

test('an event that the server never accepts neither blocks nor drops others', async () => {
  answer = () => ({ broken: true });
  for (const lessonId of ['l1', 'poison', 'l2']) recordProgress({ lessonId, courseId: 'c1', kind: 'started' });
  await sendPending();
  expect(stored()).toHaveLength(3);
  const arrived: string[] = [];
  answer = ({ body }) => {
    const { events } = JSON.parse(body) as { events: { key: string; lessonId: string }[] };
    if (events.some(({ lessonId }) => lessonId === 'poison'))
      return failure(400, [{ errorMessage: 'is not an id', code: 'invalid-input' }]);
    arrived.push(...events.map(({ lessonId }) => lessonId));
    return success({ results: events.map(({ key }) => ({ key, outcome: 'recorded', reason: null })), courses: [] });
  };
  await sendPending();
  expect([arrived, stored()]).toEqual([['l1', 'l2'], []]);
});

test('an answer that is not the academy’s keeps the action on this device', async () => {
  answer = () => ({ status: 200, body: '<html>Sign in to the hotel network</html>' });
  expect(await markComplete(lesson)).toBe(false);
  expect(stored()).toHaveLength(1);
});

test('what one learner left unsent is not sent as another', async () => {
  answer = () => ({ broken: true });
  await markComplete(lesson);
  const claims = Buffer.from(JSON.stringify({ sub: 'u2' })).toString('base64url');
  storeTokens({ access_token: `e30.${claims}.x`, refresh_token: 'r', expires_in: 600 });
  readSession();
  const before = server.received.length;
  await sendPending();
  expect([server.received.length - before, pendingStore.get()]).toEqual([0, []]);
  expect(stored()).toHaveLength(1);
});

test('storage that is full keeps the action in memory', async () => {
  browser.full.storage = true;
  answer = () => ({ broken: true });
  expect(await markComplete(lesson)).toBe(false);
  expect([stored(), pendingActions()]).toEqual([[], 1]);
});
