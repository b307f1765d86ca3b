import { listPublicAlerts } from '@academy/contract/alerts';
import { listAlerts } from '@academy/contract/alerts-admin';
import { defineCall } from '@academy/contract/call';
import { STORAGE_KEYS } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import { sendFeedback } from '@academy/contract/feedback';
import { listInstructors } from '@academy/contract/instructors';
import { getLesson, listLessons } from '@academy/contract/lessons';
import { getMyAccess } from '@academy/contract/people';
import { deleteContent } from '@academy/contract/publishing';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { type Answer, failure, type Received, serveAnswers, success, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { isLoading } from '../lib/loading.ts';
import { reach } from '../lib/reachability.ts';
import { currentToasts } from '../lib/shown-toasts.ts';
import { removeToast } from '../lib/toasts.ts';
import { readSession } from '../sign-in/session.ts';
import { storeTokens } from '../sign-in/stored-tokens.ts';
import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';

const lessonsOf = { query: { slug: 'rest' } };
const FEEDBACK = {
  headers: {},
  body: {
    feedbackableType: '' as const,
    feedbackableId: null,
    courseId: null,
    schema: 'tenant-v1' as const,
    comments: 'Fine',
    isBug: false,
    allowContact: false,
    context: { userAgent: '', url: '', route: '' },
  },
};
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

/** Pauses are this much shorter than in a page. */
const FASTER = 20;
const { setTimeout: wait } = globalThis;

let browser: FakeBrowser;
let server: TestServer;
let answer: (request: Received) => Answer | Promise<Answer>;

beforeEach(async () => {
  vi.stubGlobal('setTimeout', (run: () => void, ms: number, ...more: unknown[]) => wait(run, ms / FASTER, ...more));
  browser = fakeBrowser();
  server = await serveAnswers((request) => answer(request));
  runtimeAt(server.origin);
  readSession();
  reach.set('reached');
  for (const { id } of currentToasts()) removeToast(id);
});
afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

const signIn = () => {
  storeTokens({
    access_token: token({ sub: 'u1' }),
    refresh_token: 'r1',
    id_token: token({ sub: 'u1', id: 1 }),
    expires_in: 600,
  });
  readSession();
};
const authorizations = () => server.received.map(({ headers }) => headers.authorization);
const messages = () => currentToasts().map((toast) => [toast.message, toast.additionalInfo]);

describe('what is sent', () => {
  test('the tenant travels as a header, parameters and query in the address', async () => {
    answer = () => success({});
    await call(getLesson, { params: { courseSlug: 'rest', lessonSlug: 'x.509' } });
    await call(listCourses, { query: { topic: ['java', 'api'], q: 'a b' } });
    expect(server.received.map(({ url }) => url)).toEqual([
      '/api/v1/lessons/details/rest/x.509',
      '/api/v1/courses/list?topic=java&topic=api&q=a%20b',
    ]);
    expect(server.received[0]?.headers.tenantid).toBe('spring');
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  // Shows clauses#two-call-styles
  test('style one sends the access token, the cached style the id token', async () => {
    answer = () => success({});
    signIn();
    await call(listLessons, lessonsOf);
    await call(listCourses, {});
    expect(authorizations()).toEqual([`Bearer ${token({ sub: 'u1' })}`, `Bearer ${token({ sub: 'u1', id: 1 })}`]);
  });

  test('my courses are style one: they send the access token', async () => {
    answer = () => success({});
    signIn();
    await call(listCourses, { query: { progressFilterRequired: 'true' } });
    await call(listCourses, { query: { progressFilterRequired: 'false' } });
    expect(authorizations()).toEqual([`Bearer ${token({ sub: 'u1' })}`, `Bearer ${token({ sub: 'u1', id: 1 })}`]);
  });

  // Shows clauses#two-call-styles
  test('a token that has expired is not sent', async () => {
    answer = () => success({});
    signIn();
    browser.local.set(STORAGE_KEYS.expiresAt, String(Date.now() - 1));
    await call(listLessons, lessonsOf);
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  test('calls for anyone carry no authorization', async () => {
    answer = () => success({ result: [] });
    signIn();
    await call(listInstructors, {});
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  // Shows clauses#two-call-styles
  test('a form travels as form data', async () => {
    answer = () => success({});
    const send = defineCall({
      name: 'sendForm',
      method: 'POST',
      path: '/form',
      summary: '',
      who: 'anyone',
      reach: 'nothing',
      tenant: false,
      body: v.object({ subject: v.string() }),
      form: true,
      reply: v.object({}),
    });
    await call(send, { body: { subject: 'Hello' } }, { form: true });
    expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(server.received[0]?.body).toContain('Hello');
  });

  test('a call that takes no form data is not made with some', async () => {
    answer = () => success({});
    await expect(call(sendFeedback, FEEDBACK, { form: true })).rejects.toThrow('sendFeedback takes no form data');
    expect([server.received, isLoading()]).toEqual([[], false]);
  });
});

describe('the loading flag', () => {
  const never = () => new Promise<Answer>(() => undefined);
  test.each<[string, () => Answer | Promise<Answer>, (() => CallOptions)?]>([
    ['was answered', () => success({})],
    ['has failed', () => failure(500, [])],
    ['lost its connection', () => ({ broken: true })],
    ['took too long', never, () => ({ timeout: 60 })],
    ['was aborted', never, () => ({ signal: AbortSignal.timeout(60) })],
  ])('is on while a call of style one runs and off when it %s', async (_how, reply, options) => {
    answer = reply;
    const ended = call(listLessons, lessonsOf, options?.()).catch(() => undefined);
    const during = isLoading();
    await ended;
    expect([during, isLoading()]).toEqual([true, false]);
  });

  test('stays on until the last of several calls has ended', async () => {
    const slow = Promise.withResolvers<Answer>();
    answer = ({ url }) => (url.includes('slow') ? slow.promise : success({}));
    const first = call(listLessons, { query: { slug: 'slow' } });
    await call(listLessons, lessonsOf);
    expect(isLoading()).toBe(true);
    slow.resolve(success({}));
    await first;
    expect(isLoading()).toBe(false);
  });

  test('is not touched by calls without a loader or of the cached style', async () => {
    const seen: boolean[] = [];
    answer = () => {
      seen.push(isLoading());
      return success({});
    };
    signIn();
    await call(getMyAccess, {});
    await call(listCourses, {});
    await call(listLessons, lessonsOf, { loader: false });
    await call(listPublicAlerts, {});
    expect(seen).toEqual([false, false, false, false]);
  });
});

describe('what goes wrong', () => {
  // Shows clauses#failed-envelopes
  test('errors of an envelope stand on lines of their own, with the correlation id', async () => {
    answer = () => failure(200, [{ errorMessage: 'One' }, { message: 'Two', field: 'slug' }]);
    await expect(call(listLessons, lessonsOf)).rejects.toMatchObject({ status: 200, message: 'One\nTwo' });
    expect(messages()).toEqual([['One\nTwo', 'c-2']]);
  });

  // Shows clauses#failed-envelopes, clauses#the-envelope
  test('a failed envelope without errors, under any status of success', async () => {
    answer = () => ({ body: { success: false, data: null, errors: [], correlationId: 'c-3', message: null } });
    await expect(call(listLessons, lessonsOf)).rejects.toThrow();
    expect(messages()).toEqual([['Something went wrong, please try again!', 'c-3']]);
  });

  // Shows clauses#failed-envelopes, clauses#the-envelope
  test('an empty response', async () => {
    answer = () => ({ body: '' });
    await expect(call(listLessons, lessonsOf)).rejects.toThrow('Something went wrong, Please try again later');
    expect(messages()).toEqual([['Something went wrong, Please try again later', null]]);
  });

  // Shows clauses#transport
  test('a status without an envelope', async () => {
    answer = () => ({ status: 500, body: '<html>' });
    await expect(call(listLessons, lessonsOf)).rejects.toThrow();
    expect(messages()).toEqual([['Request failed with status code 500', null]]);
  });

  test.each(['<!doctype html><p>Welcome to the hotel', '{"success":true,"data":{"less', '[]', '"ok"', 'null'])(
    'what is no envelope counts as empty: %s',
    async (body) => {
      answer = () => ({ body });
      await expect(call(listLessons, lessonsOf)).rejects.toThrow('Something went wrong, Please try again later');
    },
  );

  test('an envelope whose parts are of wrong types is a failed one', async () => {
    for (const body of [{ success: 'yes', data: {} }, { success: 1 }, { success: false, errors: 'many', data: 3 }]) {
      answer = () => ({ body });
      await expect(call(listLessons, lessonsOf)).rejects.toThrow('Something went wrong, please try again!');
    }
  });

  // Shows clauses#the-envelope
  test('replies for administrators need their data', async () => {
    answer = () => success(null);
    await expect(call(listAlerts, {})).rejects.toThrow('Something went wrong, please try again!');
    expect(await call(deleteContent, { params: { kind: 'course', id: 'c1' } })).toBeNull();
  });

  // Shows clauses#transport
  test('a broken connection', async () => {
    answer = () => ({ broken: true });
    await expect(call(sendFeedback, FEEDBACK)).rejects.toMatchObject({ status: 0 });
    expect(messages()).toEqual([['Network Error', null]]);
  });

  test('a connection that breaks in the middle', async () => {
    answer = () => ({ broken: 'in the middle', body: '{"success":true,' });
    await expect(call(sendFeedback, FEEDBACK)).rejects.toThrow('Network Error');
  });

  // Shows clauses#transport
  test('an answer that does not come in the time that a call gives it', async () => {
    answer = () => new Promise(() => undefined);
    await expect(call(listLessons, lessonsOf, { timeout: 60 })).rejects.toThrow('timeout of 60ms exceeded');
    expect(messages()).toEqual([['timeout of 60ms exceeded', null]]);
  });

  // Shows clauses#statuses, clauses#transport
  test('a request that was aborted is not shown', async () => {
    const stop = new AbortController();
    answer = () => {
      stop.abort();
      return success({});
    };
    await expect(call(listLessons, lessonsOf, { signal: stop.signal })).rejects.toThrow('Request aborted');
    expect(messages()).toEqual([]);
  });

  // Shows clauses#statuses
  test('not found leads to the not-found page, unless that is skipped', async () => {
    answer = () => failure(404, [{ errorMessage: 'Gone', code: 'not-found' }]);
    await expect(call(listLessons, lessonsOf)).rejects.toMatchObject({ code: 'not-found' });
    expect([location.pathname + location.search, messages()]).toEqual(['/not-found?from=%2F', []]);
    await expect(call(listLessons, lessonsOf, { skipNotFound: true })).rejects.toThrow();
    expect(messages()).toEqual([['Gone', 'c-2']]);
  });

  test('quiet calls show nothing and lead nowhere', async () => {
    answer = () => failure(404, [{ errorMessage: 'Gone' }]);
    await expect(call(listLessons, lessonsOf, { quiet: true })).rejects.toThrow();
    expect([location.pathname, messages()]).toEqual(['/', []]);
  });

  // Shows clauses#statuses
  test('401 is silent in style one, and logs out in the cached style', async () => {
    answer = () => failure(401, [{ errorMessage: 'Please log in' }]);
    await expect(call(listLessons, lessonsOf)).rejects.toMatchObject({ status: 401 });
    expect([location.pathname, messages()]).toEqual(['/', []]);
    await expect(call(listCourses, {})).rejects.toMatchObject({ status: 401 });
    expect([location.pathname, messages()]).toEqual(['/appLogout', []]);
  });
});

describe('a read that is not answered', () => {
  const calls = () => server.received.filter(({ url }) => url.startsWith('/api/')).length;

  test.each([
    { broken: true },
    { status: 502, body: '<html>' },
    { body: '' },
    { body: '<!doctype html><title>Proxy</title>', headers: { 'content-type': 'text/html' } },
    failure(503, [{ code: 'unavailable' }]),
  ])('is made again: %o', async (first) => {
    answer = () => (calls() === 1 ? first : success({ ok: 1 }));
    expect(await call(listLessons, lessonsOf)).toEqual({ ok: 1 });
    expect([calls(), messages()]).toEqual([2, []]);
  });

  test('waits as long as Retry-After says, and shows that', async () => {
    answer = () =>
      calls() === 1
        ? { ...failure(429, [{ code: 'too-many-requests' }]), headers: { 'retry-after': '1' } }
        : success({ ok: 1 });
    const began = performance.now();
    expect(await call(listLessons, lessonsOf)).toEqual({ ok: 1 });
    expect(performance.now() - began).toBeGreaterThan(1000 / FASTER);
    expect(messages()).toEqual([['The academy is busy. Trying again in 2 seconds.', null]]);
  });

  test('is given up after three tries, or when the screen is left', async () => {
    answer = () => failure(503, [{ errorMessage: 'Busy', code: 'unavailable' }]);
    await expect(call(listLessons, lessonsOf)).rejects.toThrow('Busy');
    expect(calls()).toBe(3);
    const stop = new AbortController();
    answer = () => {
      setTimeout(() => stop.abort(), 20);
      return failure(503, [{ code: 'unavailable' }]);
    };
    await expect(call(listLessons, lessonsOf, { signal: stop.signal })).rejects.toThrow('Request aborted');
    expect(calls()).toBe(4);
  });

  test('is no write, and no decided refusal', async () => {
    answer = () => failure(503, [{ errorMessage: 'Busy', code: 'unavailable' }]);
    await expect(call(sendFeedback, FEEDBACK)).rejects.toThrow('Busy');
    answer = () => failure(503, [{ errorMessage: 'Full', code: 'lab-no-capacity' }]);
    await expect(call(listLessons, lessonsOf)).rejects.toThrow('Full');
    expect(calls()).toBe(2);
  });

  test('is not retried while the academy is known to be unreachable', async () => {
    reach.set('away');
    answer = () => ({ broken: true });
    await expect(call(listLessons, lessonsOf)).rejects.toThrow('Network Error');
    expect(calls()).toBe(1);
    answer = () => success({});
    await call(listLessons, lessonsOf);
    expect(reach.get()).toBe('reached');
  });
});

describe('a stored token that is refused', () => {
  test('is renewed once, and the call is repeated', async () => {
    signIn();
    answer = ({ url, headers }) => {
      if (url.endsWith('/token'))
        return { body: { access_token: token({ sub: 'u1', n: 2 }), refresh_token: 'r2', expires_in: 600 } };
      return headers.authorization === `Bearer ${token({ sub: 'u1', n: 2 })}` ? success({ ok: 1 }) : failure(401, []);
    };
    expect(await call(listLessons, lessonsOf)).toEqual({ ok: 1 });
    expect(browser.local.get('refreshToken')).toBe('r2');
  });

  test('ends the session when the refresh is refused, too; unsent input stays', async () => {
    signIn();
    browser.local.set('unsent-progress:spring:u1', '[]');
    answer = ({ url }) =>
      url.endsWith('/token') ? { status: 400, body: { error: 'invalid_grant' } } : failure(401, []);
    await expect(call(listLessons, lessonsOf)).rejects.toMatchObject({ status: 401 });
    expect([...browser.local.keys()]).toEqual(['unsent-progress:spring:u1']);
    expect(messages()).toEqual([]);
  });
});

describe('success', () => {
  // Shows clauses#types-of-toasts
  test("of a PUT or DELETE is a toast: own message, server's message or data", async () => {
    const remove = { params: { kind: 'course' as const, id: 'c1' } };
    answer = () => success({ deleted: true }, 'Gone for good');
    await call(deleteContent, remove);
    await call(deleteContent, remove, { successMessage: 'Updated' });
    answer = () => success('Data says so');
    await call(deleteContent, remove);
    expect(currentToasts().map(({ type, message }) => [type, message])).toEqual([
      ['success', 'Gone for good'],
      ['success', 'Updated'],
      ['success', 'Data says so'],
    ]);
  });

  test('of a read is not', async () => {
    answer = () => success({}, 'Here you are');
    await call(listLessons, lessonsOf);
    expect(currentToasts()).toEqual([]);
  });
});
