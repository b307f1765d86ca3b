import { listLessons } from '@academy/contract/lessons';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { type Answer, failure, serveAnswers, success, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { reach } from '../lib/reachability.ts';
import { currentToasts } from '../lib/shown-toasts.ts';
import { removeToast } from '../lib/toasts.ts';
import { call } from './call.ts';

const lessons = () => call(listLessons, { query: { slug: 'rest' } });
const messages = () => currentToasts().map((toast) => toast.message);

let server: TestServer;
let answer: Answer;

beforeEach(async () => {
  fakeBrowser();
  server = await serveAnswers(() => answer);
  runtimeAt(server.origin);
  reach.set('reached');
  for (const { id } of currentToasts()) removeToast(id);
});
afterEach(async () => {
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the status of an answer', () => {
  // Shows clauses#times-widths-and-keys
  test.each([200, 201, 202, 250, 299])('%i is a success', async (status) => {
    answer = { ...success({ lessons: [] }), status };
    expect(await lessons()).toEqual({ lessons: [] });
  });

  // Shows clauses#times-widths-and-keys
  test.each([300, 400, 403, 409, 418, 500, 501])('%i is none, whatever the envelope says', async (status) => {
    answer = { ...success({ lessons: [] }), status };
    await expect(lessons()).rejects.toMatchObject({ status });
  });

  // Shows clauses#statuses
  test('of an HTTP error is its first reason, its message or its status', async () => {
    answer = failure(409, [{ errorMessage: 'One' }, { errorMessage: 'Two' }]);
    await expect(lessons()).rejects.toThrow(/^One$/);
    answer = { status: 409, body: { success: false, data: null, errors: [], correlationId: 'c', message: 'Changed' } };
    await expect(lessons()).rejects.toThrow(/^Changed$/);
    answer = { status: 409, body: { success: false, data: null, errors: [], correlationId: 'c', message: null } };
    await expect(lessons()).rejects.toThrow(/^Request failed with status code 409$/);
    expect(messages()).toEqual(['One', 'Changed', 'Request failed with status code 409']);
  });
});

// Shows clauses#times-widths-and-keys
test('a call waits for its answer without limit, unless it has a timeout', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answer = success({ lessons: [] });
  await lessons();
  expect(timeout).not.toHaveBeenCalled();
  await call(listLessons, { query: { slug: 'rest' } }, { timeout: 5_000 });
  expect(timeout.mock.calls).toEqual([[5_000]]);
});
